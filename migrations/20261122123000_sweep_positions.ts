import type { Knex } from 'knex';

/**
 * Stores where each sweep of the object store continues. It was in each worker's memory; now any worker may
 * run a sweep. It is in PostgreSQL and not in Temporal, because partners choose the names of their files.
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

/** Drops the table. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table sweep_position');
}
