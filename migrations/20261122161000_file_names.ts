import type { Knex } from 'knex';

/**
 * Treats file names that differ only in case or Unicode form as one, numbers returns, stores a document from
 * the offer of its upload on, and lists the objects to remove whose row is gone.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function file_name_key(name text) returns text language sql immutable strict parallel safe
      return normalize(casefold(normalize(name, nfc) collate "pg_unicode_fast"), nfc);
    comment on function file_name_key(text) is 'what names of files are compared by: neither case nor Unicode form';
    grant execute on function file_name_key(text) to public;

    update stored_file f
    set file_name = regexp_replace(f.file_name, '(\\.[^.]*){0,1}$', format(' (%s)\\1', twin.number))
    from (
      select uid, row_number() over (partition by record_request_uid, area, file_name_key(file_name) order by created_at, uid) as number
      from stored_file
    ) twin
    where twin.uid = f.uid and twin.number > 1;

    alter table stored_file
      alter column etag drop not null,
      add column name_key text not null generated always as (file_name_key(file_name)) stored,
      add column return_number integer not null default 1,
      add column offered_to jsonb,
      add column offered_at timestamptz,
      add constraint stored_file_return_number_check check (return_number > 0),
      add constraint stored_file_etag_check check (etag is not null or offered_at is not null),
      drop constraint stored_file_name_key,
      add constraint stored_file_name_key unique (record_request_uid, area, name_key);
    comment on column stored_file.etag is 'null until the bytes of a document that was offered for upload are there';
    comment on column stored_file.return_number is 'which return of the site a deliverable came with, from 1';
    comment on column stored_file.offered_to is 'who last got a URL to upload the bytes';
    create index stored_file_offered_idx on stored_file (offered_at) where etag is null;

    create table object_removal (
      storage_key text not null,
      due_at timestamptz not null,
      constraint object_removal_pkey primary key (storage_key, due_at)
    );
    create index object_removal_due_idx on object_removal (due_at);
    comment on table object_removal is 'objects of the store whose row is gone, until they are';
    grant select, insert, update, delete on object_removal to recordwell_app;
  `);
}

/** Reverts everything; for tests of the migration, never for a database with data. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table object_removal;
    comment on column stored_file.etag is null;
    delete from stored_file where etag is null;
    alter table stored_file
      drop constraint stored_file_name_key,
      drop constraint stored_file_etag_check,
      drop column offered_at,
      drop column offered_to,
      drop column return_number,
      drop column name_key,
      alter column etag set not null,
      add constraint stored_file_name_key unique (record_request_uid, area, file_name);
    drop function file_name_key(text);
  `);
}
