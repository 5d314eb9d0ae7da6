import type { Knex } from 'knex';

/** Creates patients, their searches, and the clinical content that searches return. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table patient (
      uid uuid not null constraint patient_pkey primary key,
      company_uid uuid not null constraint patient_company_fk references company (uid),
      project_uid uuid not null constraint patient_project_fk references project (uid),
      id text not null,
      first_name text not null,
      last_names text[] not null,
      date_of_birth date not null,
      sex text,
      zip_codes text[] not null,
      city text,
      state text,
      mobile text,
      email text,
      date_of_death date,
      authorization_status text not null,
      search_status text not null,
      authorization_etag text,
      authorization_uploaded_at timestamptz,
      created_by_user_uid uuid constraint patient_created_by_user_fk references app_user (uid),
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint patient_project_id_key unique (project_uid, id),
      constraint patient_id_check check (id ~ '^[A-Za-z0-9._~-]{1,64}$'),
      constraint patient_last_names_check check (cardinality(last_names) between 1 and 10),
      constraint patient_sex_check check (sex in ('Male', 'Female', 'Other', 'Unknown')),
      constraint patient_zip_codes_check check (cardinality(zip_codes) <= 20),
      constraint patient_authorization_status_check check (authorization_status in ('NeedsApproval', 'Approved',
        'WrongPatientName', 'WrongDateOfBirth', 'MissingZip', 'MissingGender', 'WrongDateOfService', 'MissingSignature',
        'MissingPowerOfAttorney', 'MissingProofOfGuardianship', 'MissingRedisclosureSmt')),
      constraint patient_search_status_check check (search_status in ('Inactive', 'Processing', 'Completed', 'NoHit',
        'AmbiguousIdentity', 'MissingZipCode', 'RequestRejected', 'DeceasedBeforeClinicalData'))
    );
    create index patient_project_created_at_idx on patient (project_uid, created_at, uid);
    comment on column patient.search_status is 'derived from patient_search by src/domain/searches; stored so that lists can filter by it';
    comment on column patient.authorization_etag is 'what the object store calls the bytes of the document that was noticed last; null: none';

    create table patient_search (
      patient_uid uuid not null constraint patient_search_patient_fk references patient (uid),
      kind text not null,
      is_requested boolean not null,
      phase text not null,
      waits_for text,
      outcome text,
      run integer not null default 0,
      run_uid uuid,
      sequence bigint not null default 0,
      updated_at timestamptz not null,
      constraint patient_search_pkey primary key (patient_uid, kind),
      constraint patient_search_kind_check check (kind in ('siteSonar', 'patientHistories', 'ehrSearch')),
      constraint patient_search_phase_check check (phase in ('off', 'armed', 'running', 'answered')),
      constraint patient_search_waits_for_check check (waits_for in ('zipCode', 'approval', 'correction', 'rearming')),
      constraint patient_search_outcome_check check (outcome in ('Completed', 'NoHit', 'AmbiguousIdentity',
        'RequestRejected', 'DeceasedBeforeClinicalData'))
    );
    comment on column patient_search.sequence is 'owned by the workflow: a write with a lower number comes too late and changes nothing';

    create table site (
      uid uuid not null constraint site_pkey primary key,
      key_hash bytea not null constraint site_key_hash_key unique,
      name text not null,
      system_name text,
      npi text,
      address_line_1 text not null,
      address_line_2 text,
      city text not null,
      state text not null,
      zip text not null,
      phone text,
      fax text,
      created_at timestamptz not null
    );

    create table payor (
      uid uuid not null constraint payor_pkey primary key,
      key_hash bytea not null constraint payor_key_hash_key unique,
      name text not null,
      kind text not null,
      created_at timestamptz not null
    );

    create table visit (
      uid uuid not null constraint visit_pkey primary key,
      company_uid uuid not null,
      project_uid uuid not null,
      patient_uid uuid not null constraint visit_patient_fk references patient (uid),
      site_uid uuid not null constraint visit_site_fk references site (uid),
      payor_uid uuid constraint visit_payor_fk references payor (uid),
      key_hash bytea not null,
      ref text not null,
      kind text not null,
      earliest_service_date date not null,
      latest_service_date date not null,
      reason text,
      charge_amount numeric(14, 2),
      created_at timestamptz not null,
      constraint visit_patient_key_hash_key unique (patient_uid, key_hash)
    );
    create index visit_company_created_at_idx on visit (company_uid, created_at, uid);
    create index visit_project_idx on visit (project_uid, earliest_service_date);
    create index visit_patient_service_date_idx on visit (patient_uid, earliest_service_date);
    create index visit_site_idx on visit (site_uid);

    create table procedure (
      uid uuid not null constraint procedure_pkey primary key,
      company_uid uuid not null,
      project_uid uuid not null,
      patient_uid uuid not null constraint procedure_patient_fk references patient (uid),
      visit_uid uuid not null constraint procedure_visit_fk references visit (uid),
      key_hash bytea not null,
      code_system text not null,
      code text not null,
      description text not null,
      performed_on date not null,
      units integer not null,
      charge_amount numeric(14, 2),
      created_at timestamptz not null,
      constraint procedure_patient_key_hash_key unique (patient_uid, key_hash)
    );
    create index procedure_company_created_at_idx on procedure (company_uid, created_at, uid);
    create index procedure_visit_idx on procedure (visit_uid);

    create table diagnosis (
      uid uuid not null constraint diagnosis_pkey primary key,
      company_uid uuid not null,
      project_uid uuid not null,
      patient_uid uuid not null constraint diagnosis_patient_fk references patient (uid),
      visit_uid uuid not null constraint diagnosis_visit_fk references visit (uid),
      key_hash bytea not null,
      code_system text not null,
      code text not null,
      description text not null,
      diagnosed_on date not null,
      is_primary boolean not null,
      created_at timestamptz not null,
      constraint diagnosis_patient_key_hash_key unique (patient_uid, key_hash)
    );
    create index diagnosis_company_created_at_idx on diagnosis (company_uid, created_at, uid);
    create index diagnosis_visit_idx on diagnosis (visit_uid);

    create table prescription_fill (
      uid uuid not null constraint prescription_fill_pkey primary key,
      company_uid uuid not null,
      project_uid uuid not null,
      patient_uid uuid not null constraint prescription_fill_patient_fk references patient (uid),
      visit_uid uuid constraint prescription_fill_visit_fk references visit (uid),
      key_hash bytea not null,
      ndc text,
      rx_norm_code text,
      drug_name text not null,
      quantity numeric not null,
      quantity_unit text not null,
      days_supply integer not null,
      refill_number integer not null,
      filled_on date not null,
      prescriber_name text,
      created_at timestamptz not null,
      constraint prescription_fill_patient_key_hash_key unique (patient_uid, key_hash)
    );
    create index prescription_fill_company_created_at_idx on prescription_fill (company_uid, created_at, uid);
    create index prescription_fill_visit_idx on prescription_fill (visit_uid);

    create table lab_result (
      uid uuid not null constraint lab_result_pkey primary key,
      company_uid uuid not null,
      project_uid uuid not null,
      patient_uid uuid not null constraint lab_result_patient_fk references patient (uid),
      visit_uid uuid constraint lab_result_visit_fk references visit (uid),
      key_hash bytea not null,
      loinc_code text,
      name text not null,
      value text not null,
      numeric_value numeric,
      unit text,
      reference_range text,
      abnormal_flag text,
      collected_on date not null,
      created_at timestamptz not null,
      constraint lab_result_patient_key_hash_key unique (patient_uid, key_hash)
    );
    create index lab_result_company_created_at_idx on lab_result (company_uid, created_at, uid);
    create index lab_result_visit_idx on lab_result (visit_uid);

    create table clinical_source (
      row_uid uuid not null,
      source text not null,
      row_kind text not null,
      patient_uid uuid not null constraint clinical_source_patient_fk references patient (uid),
      run_uid uuid not null,
      created_at timestamptz not null,
      constraint clinical_source_pkey primary key (row_uid, source),
      constraint clinical_source_source_check check (source in ('siteSonar', 'patientHistories', 'ehrSearch'))
    );
    create index clinical_source_run_idx on clinical_source (run_uid);
    comment on table clinical_source is 'which search brought which row first, and in which run; one row per search that brought it';

    grant select, insert, update, delete on patient, patient_search, site, payor, visit, procedure, diagnosis,
      prescription_fill, lab_result, clinical_source to recordwell_app;
  `);
}

/** Reverts everything; for tests of the migration, never for a database with data. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table clinical_source, lab_result, prescription_fill, diagnosis, procedure, visit, payor, site, patient_search, patient;
  `);
}
