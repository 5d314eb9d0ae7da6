import type { Knex } from 'knex';

/** Adds the search's status to an event about a search, because the patient's own status doesn't show it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table outbox_event add column search_status text;
    comment on column outbox_event.search_status is 'of an event about a search: where that search stood';
  `);
}

/** Drops the column. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table outbox_event drop column search_status');
}
