import type { Knex } from 'knex';

/** Creates documents for analysis, and the runs of their analysis. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table authorization_document (
      uid uuid not null constraint authorization_document_pkey primary key,
      company_uid uuid not null constraint authorization_document_company_fk references company (uid),
      owner_kind text not null,
      patient_uid uuid constraint authorization_document_patient_fk references patient (uid),
      storage_key text not null constraint authorization_document_storage_key_key unique,
      created_at timestamptz not null,
      constraint authorization_document_patient_key unique (patient_uid),
      constraint authorization_document_owner_kind_check check (owner_kind in ('patient')),
      constraint authorization_document_owner_check check ((owner_kind = 'patient') = (patient_uid is not null))
    );
    comment on table authorization_document is 'a place in the object store whose bytes are analysed; one that is replaced stays the same document';

    create table auth_check (
      document_uid uuid not null constraint auth_check_document_fk references authorization_document (uid),
      run integer not null,
      status text not null,
      etag text not null,
      engine_version text not null,
      refusal text,
      extraction jsonb,
      verdicts jsonb,
      verdict_counts jsonb,
      suggested_status text,
      started_at timestamptz not null,
      read_at timestamptz,
      judged_at timestamptz,
      constraint auth_check_pkey primary key (document_uid, run),
      constraint auth_check_run_check check (run >= 1),
      constraint auth_check_status_check check (status in ('pending', 'read', 'judged', 'discarded')),
      constraint auth_check_verdicts_check check ((verdicts is null) = (verdict_counts is null)),
      constraint auth_check_judged_check check ((status = 'judged') = (verdicts is not null)),
      constraint auth_check_discarded_check check (status <> 'discarded' or extraction is null)
    );
    create unique index auth_check_current_idx on auth_check (document_uid) where status <> 'discarded';
    comment on column auth_check.etag is 'what the object store calls the bytes that this run reads';
    comment on column auth_check.refusal is 'why the bytes cannot be read, for good; null where they can';
    comment on column auth_check.extraction is 'what was read, text included: patient data';
    comment on column auth_check.suggested_status is 'for the reviewer; never set of itself';

    grant select, insert, update, delete on authorization_document, auth_check to recordwell_app;
  `);
}

/** Reverts everything; for tests of the migration, never for a database with data. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table auth_check, authorization_document;');
}
