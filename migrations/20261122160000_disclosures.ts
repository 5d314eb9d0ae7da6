import type { Knex } from 'knex';

/** Creates disclosures: what was sent to outside parties, for which purpose, and on what basis. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table disclosure (
      uid uuid not null constraint disclosure_pkey primary key,
      company_uid uuid not null constraint disclosure_company_fk references company (uid),
      patient_uid uuid not null constraint disclosure_patient_fk references patient (uid),
      recipient text not null,
      asked text not null,
      subject_uid uuid not null,
      purpose text not null,
      purpose_code text not null,
      basis text not null,
      document_etag text,
      disclosed_at timestamptz not null
    );
    create index disclosure_patient_idx on disclosure (patient_uid, disclosed_at, uid);
    comment on table disclosure is 'append-only: the application role may insert and read, nothing else; 45 CFR 164.528';
    comment on column disclosure.asked is 'the search or the kind of record request';
    comment on column disclosure.subject_uid is 'the run of the search, or the record request';
    comment on column disclosure.document_etag is 'which authorization was on file';
    grant select, insert on disclosure to recordwell_app;

    alter table roster_entry add column purpose text;
    update roster_entry e set purpose = j.purpose from patient p join project j on j.uid = p.project_uid
      where p.uid = e.patient_uid;
    alter table roster_entry alter column purpose set not null;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table roster_entry drop column purpose;
    drop table disclosure;
  `);
}
