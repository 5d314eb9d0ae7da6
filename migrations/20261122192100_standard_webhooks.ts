import type { Knex } from 'knex';

/** Whether the deliveries of an endpoint carry the headers of Standard Webhooks beside ours. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table webhook_endpoint add column sends_standard_headers boolean not null default true',
  );
}

/** Takes it back. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table webhook_endpoint drop column sends_standard_headers');
}
