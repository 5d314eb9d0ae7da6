import type { Knex } from 'knex';

/**
 * Keeps every person of an answer that is or may be the patient, with their records, so that they can be
 * judged again when the patient's identity is corrected; rows of clinical content become a projection of the
 * accepted ones. Rows that leave the projection keep their uid.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table patient add column identity_version integer not null default 1;
    comment on column patient.identity_version is
      'counts the corrections of name, birth date, and sex; records accepted for an earlier one are withdrawn';
    alter table search_run add column identity_version integer not null default 1;
    alter table search_run add column asked jsonb;
    comment on column search_run.asked is
      'the name, birth date, and sex that the partner was asked for; null for runs from before this was kept';
    alter table patient_search add column is_armed_by_correction boolean not null default false;
    comment on column patient_search.is_armed_by_correction is
      'whether it is armed because a corrected identity left it without an answer';

    create table run_candidate (
      run_uid uuid not null constraint run_candidate_run_fk references search_run (uid),
      number integer not null,
      patient_uid uuid not null constraint run_candidate_patient_fk references patient (uid),
      kind text not null,
      sex text,
      person jsonb,
      person_id text,
      content jsonb,
      rows integer not null default 0,
      match jsonb,
      standing text not null,
      decided_by text not null,
      identity_version integer not null,
      created_at timestamptz not null,
      decided_at timestamptz not null,
      erased_at timestamptz,
      constraint run_candidate_pkey primary key (run_uid, number),
      constraint run_candidate_standing_check
        check (standing in ('accepted', 'held', 'withheld', 'notPatient')),
      constraint run_candidate_decided_by_check check (decided_by in ('rules', 'operator'))
    );
    create index run_candidate_patient_idx on run_candidate (patient_uid, kind);
    create index run_candidate_held_idx on run_candidate (patient_uid) where standing = 'held';
    create index run_candidate_to_erase_idx on run_candidate (decided_at)
      where standing <> 'accepted' and erased_at is null;
    comment on table run_candidate is
      'the people of an answer who are or may be the patient; only the records of accepted ones are shown';
    comment on column run_candidate.person is
      'the person as the partner describes them; null if the partner describes no one, and once erased';
    comment on column run_candidate.person_id is
      'what the partner calls the person; kept, so that someone who is not the patient stays so';
    comment on column run_candidate.content is
      'the records; null once erased, and for answers from before this was kept';
    comment on column run_candidate.match is 'rule, verdict, and grades, without values';
    comment on column run_candidate.identity_version is 'the version of the patient that was decided for';
    grant delete, insert, select, update on run_candidate to recordwell_app;

    insert into run_candidate (run_uid, number, patient_uid, kind, sex, person, person_id, content, standing, decided_by,
      identity_version, created_at, decided_at)
    select run_uid, candidate, patient_uid, kind, sex, person, person ->> 'id', content, 'held', 'rules', 1, created_at, created_at
    from withheld_content;
    drop table withheld_content;
    insert into run_candidate (run_uid, number, patient_uid, kind, standing, decided_by, identity_version,
      created_at, decided_at)
    select r.uid, 1, r.patient_uid, r.kind, 'accepted', 'rules', 1, r.answered_at, r.answered_at
    from search_run r
    where r.answered_at is not null and exists (select from clinical_source s where s.run_uid = r.uid);

    alter table clinical_source add column candidate integer not null default 1;
    alter table clinical_source alter column candidate drop default;
    alter table clinical_source drop constraint clinical_source_pkey;
    alter table clinical_source add constraint clinical_source_pkey primary key (row_uid, run_uid, candidate);
    create index clinical_source_patient_idx on clinical_source (patient_uid);
    comment on table clinical_source is 'the people of answers whose records have a row, for every run';

    create table withdrawn_row (
      patient_uid uuid not null,
      row_kind text not null,
      key_hash bytea not null,
      uid uuid not null,
      source text not null,
      created_at timestamptz not null,
      withdrawn_at timestamptz not null,
      reason text not null,
      constraint withdrawn_row_pkey primary key (patient_uid, row_kind, key_hash),
      constraint withdrawn_row_reason_check check (reason in ('identityChanged', 'notProven'))
    );
    create index withdrawn_row_at_idx on withdrawn_row (withdrawn_at);
    comment on table withdrawn_row is
      'rows that were shown and no longer count as the patient''s; one that returns has the same uid';
    grant delete, insert, select, update on withdrawn_row to recordwell_app;
  `);
}

/** Reverts it; what isn't held is lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table withdrawn_row;
    delete from clinical_source s using clinical_source o
      where s.row_uid = o.row_uid and s.source = o.source and (s.created_at, s.run_uid) > (o.created_at, o.run_uid);
    drop index clinical_source_patient_idx;
    alter table clinical_source drop constraint clinical_source_pkey;
    alter table clinical_source drop column candidate;
    alter table clinical_source add constraint clinical_source_pkey primary key (row_uid, source);
    comment on table clinical_source is
      'which search brought which row first, and in which run; one row per search that brought it';

    create table withheld_content (
      run_uid uuid not null constraint withheld_content_run_fk references search_run (uid),
      candidate integer not null,
      patient_uid uuid not null constraint withheld_content_patient_fk references patient (uid),
      kind text not null,
      sex text,
      content jsonb not null,
      created_at timestamptz not null,
      person jsonb,
      constraint withheld_content_pkey primary key (run_uid, candidate)
    );
    create index withheld_content_patient_idx on withheld_content (patient_uid, kind);
    comment on table withheld_content is
      'what a run found about people of whom it is not known who is the patient; shown to nobody until then';
    comment on column withheld_content.person is
      'the person as the partner describes them; null for the stand-ins of the sandbox';
    grant delete, insert, select, update on withheld_content to recordwell_app;
    insert into withheld_content (run_uid, candidate, patient_uid, kind, sex, content, created_at, person)
    select run_uid, number, patient_uid, kind, sex, content, created_at, person from run_candidate
    where standing = 'held' and content is not null;
    drop table run_candidate;

    alter table patient_search drop column is_armed_by_correction;
    alter table search_run drop column asked;
    alter table search_run drop column identity_version;
    alter table patient drop column identity_version;
  `);
}
