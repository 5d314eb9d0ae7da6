import type { Knex } from 'knex';

/** Why the authorization of a packet is a file of its own. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table request_packet add column apart_because text;
    comment on column request_packet.apart_because is 'why the authorization could not be bound into the packet; null where it is, and for packets of before';
  `);
}

/** Takes it back. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table request_packet drop column apart_because`);
}
