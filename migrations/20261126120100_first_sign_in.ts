import type { Knex } from 'knex';

/** Notes when a person first signed in to the console: for those who did before, the last time that is known. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table app_user add column first_signed_in_at timestamptz;
    update app_user set first_signed_in_at = last_signed_in_at where last_signed_in_at is not null;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table app_user drop column first_signed_in_at');
}
