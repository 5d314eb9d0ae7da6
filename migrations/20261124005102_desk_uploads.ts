import type { Knex } from 'knex';

/** Creates uploads from an operator’s browser to a record request. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table desk_upload (
      uid uuid not null constraint desk_upload_pkey primary key,
      record_request_uid uuid not null constraint desk_upload_request_fk references record_request (uid) on delete cascade,
      attached_as text not null,
      file_name text not null,
      is_new_return boolean not null,
      is_part_of_plan boolean not null,
      created_at timestamptz not null,
      constraint desk_upload_attached_as_check check (attached_as in ('deliverable', 'document', 'attachment'))
    );
    create index desk_upload_request_idx on desk_upload (record_request_uid);
    create index desk_upload_created_at_idx on desk_upload (created_at);
    comment on table desk_upload is 'what an operator said of a file before it comes; the row goes when it is attached';
    grant select, insert, delete on desk_upload to recordwell_app;
  `);
}

/** Reverts it: files are attached with the admin command. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table desk_upload;');
}
