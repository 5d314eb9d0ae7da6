import type { Knex } from 'knex';

/**
 * A claim of an idempotency key is of one member, and keeps which records the request made: no answer, so no patient's
 * data, no URL and no token. The table of before, which is shared by a company and keeps bytes, stays for processes of the
 * release before and empties within a day; the release after this one drops it. A request that is repeated from the
 * release before to this one counts as new.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table idempotency_claim (
      membership_uid uuid not null constraint idempotency_claim_membership_fk references membership (uid) on delete cascade,
      environment text not null,
      key text not null,
      request_hash bytea not null,
      claimed_at timestamptz not null,
      resource_uids uuid[],
      constraint idempotency_claim_pkey primary key (membership_uid, environment, key),
      constraint idempotency_claim_environment_check check (environment in ('production', 'sandbox')),
      constraint idempotency_claim_key_check check (length(key) between 1 and 255),
      constraint idempotency_claim_resource_uids_check check (cardinality(resource_uids) > 0)
    );
    create index idempotency_claim_claimed_at_idx on idempotency_claim (claimed_at);
    comment on column idempotency_claim.resource_uids is 'what the request made; null while it runs';
    comment on table idempotency_key is 'of the release before idempotency_claim; to be dropped by the release after it';
    grant select, insert, update, delete on idempotency_claim to recordwell_app;
  `);
}

/** Takes the table back. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table idempotency_claim;
    comment on table idempotency_key is null;
  `);
}
