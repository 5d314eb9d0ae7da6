import type { Knex } from 'knex';

/**
 * Where each sweep of the object store goes on. It was in the memory of each worker; now a run of a sweep may be on any of
 * them. In PostgreSQL and not in Temporal, because the names of partners' files are theirs to choose.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sweep_position (
      sweep text constraint sweep_position_pkey primary key,
      after_key text,
      moved_at timestamptz not null
    );
    comment on column sweep_position.after_key is 'the last key that was looked at; null begins anew';
    grant select, insert, update, delete on sweep_position to recordwell_app;
  `);
}

/** Takes the table back. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table sweep_position');
}
