import type { Knex } from 'knex';

/** Marks open record requests to facilities that only records of someone else named. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table record_request add column is_held_by_correction boolean not null default false;
    comment on column record_request.is_held_by_correction is
      'the records that named its facility were withdrawn, and the customer has not confirmed it since';
  `);
}

/** Drops the mark. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table record_request drop column is_held_by_correction');
}
