import type { Knex } from 'knex';

/**
 * Creates searches of live projects: refusals, runs with their results, withheld content, and the roster
 * exchange.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table patient_search
      add column partner text,
      add column request_hash bytea,
      add column refusals integer not null default 0,
      add column resend_at timestamptz,
      add column judged_sex text;
    comment on column patient_search.request_hash is 'keyed hash of the request that was sent last; tells a corrected request from an unchanged one';
    comment on column patient_search.refusals is 'how often the request of this hash was refused in a row';
    comment on column patient_search.judged_sex is 'the sex on file when the identities of the last answer were told apart';

    create table search_run (
      uid uuid not null constraint search_run_pkey primary key,
      patient_uid uuid not null constraint search_run_patient_fk references patient (uid),
      kind text not null,
      number integer not null,
      partner text not null,
      request_hash bytea not null,
      started_at timestamptz not null,
      answered_at timestamptz,
      outcome text,
      refusal_code text,
      refusal_text text,
      matching jsonb,
      new_visits integer not null default 0,
      new_procedures integer not null default 0,
      new_diagnoses integer not null default 0,
      new_prescription_fills integer not null default 0,
      new_lab_results integer not null default 0,
      constraint search_run_patient_kind_number_key unique (patient_uid, kind, number),
      constraint search_run_outcome_check check (outcome in ('Completed', 'NoHit', 'AmbiguousIdentity',
        'RequestRejected', 'DeceasedBeforeClinicalData'))
    );
    comment on table search_run is 'one submission to its answer; the reason of a refusal and the explanation of a match are for operators';
    comment on column search_run.new_visits is 'rows that the run brought and its search had not brought before, for clinicalData.added';

    create table withheld_content (
      run_uid uuid not null constraint withheld_content_run_fk references search_run (uid),
      identity integer not null,
      patient_uid uuid not null constraint withheld_content_patient_fk references patient (uid),
      kind text not null,
      sex text,
      content jsonb not null,
      created_at timestamptz not null,
      constraint withheld_content_pkey primary key (run_uid, identity)
    );
    create index withheld_content_patient_idx on withheld_content (patient_uid, kind);
    comment on table withheld_content is 'what a run found under conflicting identities; shown to nobody until the sex on file tells which is the patient';

    create table roster_file (
      uid uuid not null constraint roster_file_pkey primary key,
      partner text not null,
      direction text not null,
      kind text not null,
      transmission_id text,
      file_name text not null,
      storage_key text not null,
      replica_key text,
      etag text not null,
      state text not null,
      fault text,
      entries integer not null default 0,
      applied integer not null default 0,
      ignored integer not null default 0,
      created_at timestamptz not null,
      handled_at timestamptz,
      constraint roster_file_storage_key_etag_key unique (storage_key, etag),
      constraint roster_file_direction_check check (direction in ('outbound', 'inbound')),
      constraint roster_file_kind_check check (kind in ('request', 'acknowledgement', 'results', 'unknown')),
      constraint roster_file_state_check check (state in ('noticed', 'sent', 'applied', 'rejected'))
    );
    create index roster_file_partner_state_idx on roster_file (partner, created_at) where state = 'noticed';
    comment on table roster_file is 'every file exchanged with a partner; the replica is what was parsed, byte for byte';

    create table roster_entry (
      run_uid uuid not null constraint roster_entry_pkey primary key constraint roster_entry_run_fk references search_run (uid),
      partner text not null,
      kind text not null,
      patient_uid uuid not null constraint roster_entry_patient_fk references patient (uid),
      details jsonb not null,
      transmission_id text,
      state text not null,
      queued_at timestamptz not null,
      sent_at timestamptz,
      constraint roster_entry_state_check check (state in ('queued', 'sent', 'accepted', 'refused', 'answered'))
    );
    create index roster_entry_queued_idx on roster_entry (partner, queued_at) where transmission_id is null;
    create index roster_entry_transmission_idx on roster_entry (transmission_id);
    comment on table roster_entry is 'a run on its way to a partner by roster; details are what is sent, as it was when the run started, and empty once it is sent';

    grant select, insert, update, delete on search_run, withheld_content, roster_file, roster_entry to recordwell_app;
  `);
}

/** Reverts everything; for tests of the migration, never for a database with data. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table roster_entry, roster_file, withheld_content, search_run;
    alter table patient_search drop column partner, drop column request_hash, drop column refusals, drop column resend_at,
      drop column judged_sex;
  `);
}
