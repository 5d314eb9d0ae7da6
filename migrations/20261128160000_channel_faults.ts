import type { Knex } from 'knex';

/** Keeps why a sent record request can't be asked about through its channel, so that operators see it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table record_request add column channel_fault text constraint record_request_channel_fault_check
      check (channel_fault in ('removed', 'purposeNotServed', 'authorizationDemanded',
        'identityTokenDemanded'));
    comment on column record_request.channel_fault is
      'why its channel can''t be asked; null if it can, and after each move';
  `);
}

/** Drops it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table record_request drop column channel_fault');
}
