import type { Knex } from 'knex';

/** Adds when a person first signed in to the console; for earlier ones, their last known sign-in. */
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
