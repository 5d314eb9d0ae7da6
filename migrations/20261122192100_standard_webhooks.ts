import type { Knex } from 'knex';

/** Adds whether an endpoint's deliveries have the Standard Webhooks headers in addition to ours. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table webhook_endpoint add column sends_standard_headers boolean not null default true',
  );
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table webhook_endpoint drop column sends_standard_headers');
}
