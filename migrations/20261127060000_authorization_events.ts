import type { Knex } from 'knex';

/** Adds the status that an event about an authorization was raised for: later changes don't alter it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table outbox_event add column authorization_status text;
    comment on column outbox_event.authorization_status is 'of an event about an authorization: the status that it was raised for';
  `);
}

/** Drops the column. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table outbox_event drop column authorization_status');
}
