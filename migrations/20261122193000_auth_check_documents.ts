import type { Knex } from 'knex';

/**
 * Creates documents outside any patient, each under a name that its user chose, and what was submitted with
 * their uploads.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table authorization_document
      drop constraint authorization_document_owner_kind_check,
      add constraint authorization_document_owner_kind_check check (owner_kind in ('patient', 'user'));

    create table auth_check_document (
      uid uuid not null constraint auth_check_document_pkey primary key
        constraint auth_check_document_uid_fk references authorization_document (uid),
      company_uid uuid not null constraint auth_check_document_company_fk references company (uid),
      environment text not null,
      user_uid uuid not null constraint auth_check_document_user_fk references app_user (uid),
      file_name text not null,
      etag text,
      uploaded_at timestamptz,
      created_at timestamptz not null,
      constraint auth_check_document_name_key unique (company_uid, environment, user_uid, file_name),
      constraint auth_check_document_environment_check check (environment in ('production', 'sandbox')),
      constraint auth_check_document_file_name_check check (octet_length(file_name) between 1 and 255),
      constraint auth_check_document_upload_check check ((etag is null) = (uploaded_at is null))
    );
    comment on table auth_check_document is 'a document outside of any patient, under a name of its user''s own';
    comment on column auth_check_document.etag is 'what the object store calls the bytes on file; null while none are';

    create table auth_check_submission (
      document_uid uuid not null constraint auth_check_submission_document_fk references auth_check_document (uid),
      number integer not null,
      etag text,
      uploaded_at timestamptz,
      first_name text,
      last_name text,
      date_of_birth date,
      reference_id text,
      stated_at timestamptz not null,
      constraint auth_check_submission_pkey primary key (document_uid, number),
      constraint auth_check_submission_number_check check (number >= 1),
      constraint auth_check_submission_upload_check check ((etag is null) = (uploaded_at is null)),
      constraint auth_check_submission_patient_check
        check ((first_name is null) = (last_name is null) and (first_name is null) = (date_of_birth is null)),
      constraint auth_check_submission_reference_id_check check (length(reference_id) between 1 and 255)
    );
    comment on table auth_check_submission is 'an upload of a document with what was stated of its patient; the last one may await its upload';

    grant select, insert, update on auth_check_document to recordwell_app;
    grant select, insert, update, delete on auth_check_submission to recordwell_app;
  `);
}

/** Reverts everything; for tests of the migration, never for a database with data. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table auth_check_submission, auth_check_document;
    delete from auth_check where document_uid in (select uid from authorization_document where owner_kind = 'user');
    delete from authorization_document where owner_kind = 'user';
    alter table authorization_document
      drop constraint authorization_document_owner_kind_check,
      add constraint authorization_document_owner_kind_check check (owner_kind in ('patient'));
  `);
}
