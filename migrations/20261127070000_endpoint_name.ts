import type { Knex } from 'knex';

/** Lets a customer name an endpoint, which is easier to recognize than its URL. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_endpoint add column name text
      constraint webhook_endpoint_name_check check (length(name) between 1 and 100);
    comment on column webhook_endpoint.name is 'the name that its owner gave it; null: none';
  `);
}

/** Reverts it; names are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table webhook_endpoint drop column name');
}
