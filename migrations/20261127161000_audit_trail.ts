import type { Knex } from 'knex';

/**
 * Creates the index of what happened to a record, without who read it: a record that is polled has thousands
 * of reads for each change.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index audit_event_trail_idx on audit_event (resource_uid, occurred_at) where event not like '%.read';
  `);
}

/** Drops the index. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index audit_event_trail_idx');
}
