import type { Knex } from 'knex';

/** Creates the inbox of a sandbox, and a retention for notices to owners. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table webhook_inbox (
      id bigint not null generated always as identity constraint webhook_inbox_pkey primary key,
      company_uid uuid not null constraint webhook_inbox_company_fk references company (uid),
      endpoint_uid uuid not null constraint webhook_inbox_endpoint_fk references webhook_endpoint (uid),
      delivery_uid uuid not null constraint webhook_inbox_delivery_uid_key unique,
      event_type text not null,
      received_at timestamptz not null,
      headers jsonb not null,
      body bytea not null
    );
    create index webhook_inbox_company_idx on webhook_inbox (company_uid, id);
    comment on table webhook_inbox is 'the last deliveries of each company''s sandbox to endpoints without an address';
    grant select, insert, delete on webhook_inbox to recordwell_app;
    alter table webhook_endpoint
      add constraint webhook_endpoint_inbox_check check (channel <> 'inbox' or environment = 'sandbox');
    grant delete on webhook_notice to recordwell_app;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    revoke delete on webhook_notice from recordwell_app;
    alter table webhook_endpoint drop constraint webhook_endpoint_inbox_check;
    drop table webhook_inbox;
  `);
}
