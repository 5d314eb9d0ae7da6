import type { Knex } from 'knex';

/** Finds the patients whom a user created, whom they follow. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'create index patient_created_by_idx on patient (created_by_user_uid) where created_by_user_uid is not null',
  );
}

/** Removes it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index patient_created_by_idx');
}
