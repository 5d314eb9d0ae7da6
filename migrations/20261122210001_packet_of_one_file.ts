import type { Knex } from 'knex';

/** Adds why a packet's authorization is a separate file. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table request_packet add column apart_because text;
    comment on column request_packet.apart_because is 'why the authorization could not be bound into the packet; null where it is, and for packets of before';
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table request_packet drop column apart_because`);
}
