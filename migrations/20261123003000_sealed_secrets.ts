import type { Knex } from 'knex';

/**
 * Prepares encrypted signing secrets of webhook endpoints. A migration has no keys: workers encrypt existing
 * secrets when they start. Unused secrets are removed here: those of two releases ago, of e-mail
 * notifications, and of deleted endpoints.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_endpoint alter column secret drop not null, add column sealed_secret text;
    update webhook_endpoint set previous_secret = null, previous_secret_until = null where previous_secret is not null;
    update webhook_endpoint set secret = null, replaced_secrets = '[]' where channel = 'email' or deleted_at is not null;
    alter table webhook_endpoint add constraint webhook_endpoint_secret_check
      check (channel = 'email' or deleted_at is not null or num_nonnulls(secret, sealed_secret) = 1);
    comment on column webhook_endpoint.sealed_secret is 'the signing secret, sealed with WEBHOOK_KEYS; null of what signs nothing';
    comment on column webhook_endpoint.secret is 'of the release before: in clear, until a worker has sealed it';
    comment on column webhook_endpoint.replaced_secrets is 'secrets before the current one that sign until their time is over: secret (sealed), from, until';
  `);
}

/** Reverts it. Fails if a secret is encrypted: the previous release couldn't sign with it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_endpoint
      drop constraint webhook_endpoint_secret_check,
      drop column sealed_secret,
      alter column secret set not null;
    comment on column webhook_endpoint.secret is null;
    comment on column webhook_endpoint.replaced_secrets is 'secrets before the current one that sign until their time is over: secret, from, until';
  `);
}
