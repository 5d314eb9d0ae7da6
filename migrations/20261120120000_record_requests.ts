import type { Knex } from 'knex';

/** Creates record requests and the files of patients and requests. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table record_request (
      uid uuid not null constraint record_request_pkey primary key,
      company_uid uuid not null constraint record_request_company_fk references company (uid),
      project_uid uuid not null constraint record_request_project_fk references project (uid),
      patient_uid uuid not null constraint record_request_patient_fk references patient (uid),
      site_uid uuid not null constraint record_request_site_fk references site (uid),
      kind text not null,
      status text not null,
      submitted_site_name text not null,
      start_date_of_service date,
      end_date_of_service date,
      follow_up_date date,
      last_contact_date date,
      completion_date date,
      sequence bigint not null default 0,
      created_by_user_uid uuid constraint record_request_created_by_user_fk references app_user (uid),
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint record_request_kind_check check (kind in ('medicalRecord', 'billing', 'imaging')),
      constraint record_request_status_check check (status in ('Submitted', 'Processing', 'NeedToReviewResults',
        'WrongSiteName', 'AuthDenied', 'Completed', 'Partial', 'PatientNotFound', 'ServiceDatesNotFound', 'NoRecordFound',
        'SiteClosed', 'FacilityRefusal', 'Canceled', 'Void', 'DuplicateRequest')),
      constraint record_request_dates_of_service_check check (start_date_of_service <= end_date_of_service)
    );
    create index record_request_patient_idx on record_request (patient_uid, created_at, uid);
    create index record_request_project_idx on record_request (project_uid, created_at, uid);
    create index record_request_site_idx on record_request (site_uid);
    comment on column record_request.sequence is 'owned by the workflow: a write with a lower number comes too late and changes nothing';

    create table stored_file (
      uid uuid not null constraint stored_file_pkey primary key,
      company_uid uuid not null,
      record_request_uid uuid not null constraint stored_file_record_request_fk references record_request (uid),
      area text not null,
      storage_key text not null constraint stored_file_storage_key_key unique,
      file_name text not null,
      folder text,
      content_type text not null,
      size_bytes bigint not null,
      etag text not null,
      uploaded_by jsonb,
      last_modified_at timestamptz not null,
      created_at timestamptz not null,
      constraint stored_file_area_check check (area in ('deliverables', 'documents', 'attachments')),
      constraint stored_file_name_key unique (record_request_uid, area, file_name)
    );

    grant select, insert, update, delete on record_request, stored_file to recordwell_app;
  `);
}

/** Reverts everything; for tests of the migration, never for a database with data. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table stored_file, record_request;');
}
