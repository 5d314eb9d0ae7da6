import type { Knex } from 'knex';

/** Creates bulk imports of patients from a CSV file, and the result of each row. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table bulk_import (
      uid uuid not null constraint bulk_import_pkey primary key,
      company_uid uuid not null constraint bulk_import_company_fk references company (uid),
      project_uid uuid not null constraint bulk_import_project_fk references project (uid),
      key_uid uuid not null constraint bulk_import_key_fk references api_key (uid),
      is_dry_run boolean not null,
      status text not null,
      failure text,
      failure_row integer,
      columns jsonb not null default '[]',
      row_count integer,
      created_count integer not null default 0,
      updated_count integer not null default 0,
      unchanged_count integer not null default 0,
      failed_count integer not null default 0,
      warned_count integer not null default 0,
      has_result boolean not null default false,
      uploaded_at timestamptz,
      finished_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint bulk_import_status_check check (status in ('AwaitingUpload', 'Processing', 'Completed', 'Failed'))
    );
    create index bulk_import_project_created_at_idx on bulk_import (project_uid, created_at, uid);
    comment on column bulk_import.columns is 'the header as it was understood: [{"header", "field"}]';
    comment on column bulk_import.key_uid is 'in whose name the rows are imported';

    create table bulk_import_row (
      import_uid uuid not null constraint bulk_import_row_import_fk references bulk_import (uid),
      row_number integer not null,
      patient_id text,
      outcome text not null,
      errors jsonb not null,
      warnings jsonb not null,
      constraint bulk_import_row_pkey primary key (import_uid, row_number),
      constraint bulk_import_row_outcome_check check (outcome in ('created', 'updated', 'unchanged', 'failed'))
    );
    create index bulk_import_row_patient_id_idx on bulk_import_row (import_uid, patient_id);
    comment on table bulk_import_row is 'written in the transaction of the row: a row that is here is done and is never done again';
    comment on column bulk_import_row.row_number is 'as a spreadsheet counts: the header is row 1';

    grant select, insert, update on bulk_import to recordwell_app;
    grant select, insert on bulk_import_row to recordwell_app;
  `);
}

/** Drops the tables. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table bulk_import_row, bulk_import');
}
