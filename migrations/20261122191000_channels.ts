import type { Knex } from 'knex';

/** Adds the channel through which a record request was sent. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table record_request add column channel text;
    comment on column record_request.channel is 'how it was sent to its facility; null while it was not, and where the delivery team asked in a way of its own';
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table record_request drop column channel`);
}
