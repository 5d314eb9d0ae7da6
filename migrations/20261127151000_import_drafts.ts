import type { Knex } from 'knex';

/** Creates the bulk imports that members prepare in the console, and the columns that they choose. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table import_draft (
      uid uuid not null constraint import_draft_pkey primary key,
      company_uid uuid not null constraint import_draft_company_fk references company (uid),
      project_uid uuid not null constraint import_draft_project_fk references project (uid),
      membership_uid uuid not null constraint import_draft_membership_fk references membership (uid),
      kind text not null,
      etag text,
      failure text,
      header jsonb,
      chosen jsonb,
      dry_run_uid uuid,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index import_draft_membership_idx on import_draft (membership_uid, project_uid, created_at);
    create index import_draft_updated_at_idx on import_draft (updated_at);
    comment on table import_draft is
      'a bulk import that a member prepares in the console: the row goes when it runs, as a bulk_import with the same uid, or a day after the last step';
    comment on column import_draft.etag is 'of the file that was read; null until one arrived';
    comment on column import_draft.failure is 'why that file can''t be read';
    comment on column import_draft.header is
      'where the column names are, and the fields that they were taken for: {"sheet", "row", "columns": [{"header", "field"}]}';
    comment on column import_draft.chosen is 'the same columns with the fields that the member chose';
    comment on column import_draft.dry_run_uid is 'the latest dry run of the file with the chosen columns';
    grant select, insert, update, delete on import_draft to recordwell_app;

    alter table bulk_import
      add column draft_uid uuid,
      add column mapping jsonb,
      add column headers_hash text,
      add column has_faulty_rows boolean not null default false;
    create index bulk_import_headers_hash_idx on bulk_import (company_uid, headers_hash, created_at)
      where headers_hash is not null;
    comment on column bulk_import.draft_uid is 'the draft whose file it reads; null if its file was uploaded to it';
    comment on column bulk_import.mapping is
      'the columns as a member chose them, like import_draft.header; null if they are found by their names';
    comment on column bulk_import.headers_hash is 'the names of the mapped columns, to suggest the mapping again';
    comment on column bulk_import.has_faulty_rows is 'whether the rows that failed can be downloaded for a week';
  `);
}

/** Drops the drafts and the chosen columns. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table bulk_import
      drop column draft_uid, drop column mapping, drop column headers_hash, drop column has_faulty_rows;
    drop table import_draft;
  `);
}
