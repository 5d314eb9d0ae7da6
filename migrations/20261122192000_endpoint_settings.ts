import type { Knex } from 'knex';

/** Adds an endpoint's settings, what disabled it, and every secret that still signs. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_endpoint
      add column sealed_headers text,
      add column replaced_secrets jsonb not null default '[]',
      add column disabled_by text,
      add column deleted_at timestamptz,
      add constraint webhook_endpoint_disabled_by_check check (disabled_by in ('owner', 'failures', 'gone', 'deletion'));
    update webhook_endpoint set
      disabled_by = case when disabled_at is null then null when consecutive_failures >= 5 then 'failures' else 'owner' end,
      replaced_secrets = case when previous_secret is null then '[]' else jsonb_build_array(jsonb_build_object(
        'secret', previous_secret, 'from', created_at, 'until', previous_secret_until)) end;
    comment on column webhook_endpoint.sealed_headers is 'the custom headers, sealed with WEBHOOK_KEYS; their values are credentials';
    comment on column webhook_endpoint.replaced_secrets is 'secrets before the current one that sign until their time is over: secret, from, until';
    comment on column webhook_endpoint.disabled_by is 'null beside disabled_at: by the release before this column';
    comment on column webhook_endpoint.custom_headers is 'of the release before, which could not fill it';
    comment on column webhook_endpoint.previous_secret is 'of the release before';
    comment on column webhook_endpoint.previous_secret_until is 'of the release before';
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_endpoint
      drop column sealed_headers,
      drop column replaced_secrets,
      drop column disabled_by,
      drop column deleted_at;
    comment on column webhook_endpoint.custom_headers is null;
    comment on column webhook_endpoint.previous_secret is null;
    comment on column webhook_endpoint.previous_secret_until is null;
  `);
}
