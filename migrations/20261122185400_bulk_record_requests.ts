import type { Knex } from 'knex';

/** Adds imports of record requests, and what each row created. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table bulk_import add column kind text not null default 'patients'
      constraint bulk_import_kind_check check (kind in ('patients', 'recordRequests'));
    alter table bulk_import_row add column made_uids uuid[] not null default '{}';
    comment on column bulk_import_row.made_uids is 'the record requests that the row made; none of a dry run';
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table bulk_import_row drop column made_uids;
    alter table bulk_import drop column kind;
  `);
}
