import type { Knex } from 'knex';

/** Creates patients' supporting documents: the authority of those who sign for them, and their death. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table supporting_document (
      uid uuid not null constraint supporting_document_pkey primary key,
      company_uid uuid not null constraint supporting_document_company_fk references company (uid),
      patient_uid uuid not null constraint supporting_document_patient_fk references patient (uid),
      number integer not null,
      etag text not null,
      uploaded_at timestamptz not null,
      run integer not null,
      status text not null,
      kind text,
      refusal text,
      reading jsonb,
      read_at timestamptz,
      created_at timestamptz not null,
      constraint supporting_document_number_key unique (patient_uid, number),
      constraint supporting_document_number_check check (number between 1 and 5),
      constraint supporting_document_run_check check (run >= 1),
      constraint supporting_document_status_check check (status in ('pending', 'read')),
      constraint supporting_document_kind_check
        check (kind in ('powerOfAttorney', 'guardianship', 'letters', 'deathCertificate')),
      constraint supporting_document_read_check check (
        (status = 'read') = (read_at is not null)
        and (status = 'read') = (reading is not null or refusal is not null)
        and (reading is null or refusal is null)
        and (kind is null or reading is not null)
      )
    );
    comment on table supporting_document is 'a paper beside a patient''s authorization: a power of attorney, a death certificate';
    comment on column supporting_document.etag is 'what the object store calls the bytes that the run reads';
    comment on column supporting_document.kind is 'what it was read to be; null where that is not known';
    comment on column supporting_document.refusal is 'why the bytes cannot be read, for good; null where they can';
    comment on column supporting_document.reading is 'what was read: patient data';
    grant select, insert, update on supporting_document to recordwell_app;
  `);
}

/** Reverts everything; for tests of the migration, never for a database with data. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table supporting_document');
}
