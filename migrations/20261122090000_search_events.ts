import type { Knex } from 'knex';

/** An event about a search says where that search stood, which the patient's own status does not tell. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table outbox_event add column search_status text;
    comment on column outbox_event.search_status is 'of an event about a search: where that search stood';
  `);
}

/** Takes the column back. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table outbox_event drop column search_status');
}
