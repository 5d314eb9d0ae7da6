import type { Knex } from 'knex';

/** Keeps with a patient why the document on file isn't accepted, where the status doesn't say it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table patient add column authorization_reason text;
    comment on column patient.authorization_reason is
      'why the document on file is not accepted, beyond its status; null where the status says it all';
  `);
}

/** Reverts it; reasons are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table patient drop column authorization_reason');
}
