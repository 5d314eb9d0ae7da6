import type { Knex } from 'knex';

/**
 * Stores an idempotency claim per member, with the records that the request created: no response, so no
 * patient data, no URL, and no token. The previous table, shared by a company and with responses, stays for
 * processes of the previous release and empties within a day; the next release drops it. A request repeated
 * across the two releases counts as new.
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

/** Drops the table. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table idempotency_claim;
    comment on table idempotency_key is null;
  `);
}
