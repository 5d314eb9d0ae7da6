import type { Knex } from 'knex';

/** Adds the details of an event about clinical data. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table outbox_event add column detail jsonb;
    comment on column outbox_event.detail is 'of clinicalData.added: the source and how much of each kind was new; numbers and a name, nothing of the content';
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table outbox_event drop column detail');
}
