import type { Knex } from 'knex';

/** Creates the e-mailed notices to owners of endpoints. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table webhook_notice (
      uid uuid not null constraint webhook_notice_pkey primary key,
      endpoint_uid uuid not null constraint webhook_notice_endpoint_fk references webhook_endpoint (uid),
      delivery_uid uuid not null,
      kind text not null,
      failures integer not null,
      created_at timestamptz not null,
      sent_at timestamptz,
      constraint webhook_notice_kind_check check (kind in ('warning', 'disabled', 'gone'))
    );
    create index webhook_notice_endpoint_idx on webhook_notice (endpoint_uid, created_at);
    comment on table webhook_notice is 'mail to the owner of an endpoint; written with what it tells, sent by a workflow of its own';
    comment on column webhook_notice.failures is 'how many deliveries in a row had failed';
    grant select, insert, update on webhook_notice to recordwell_app;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table webhook_notice');
}
