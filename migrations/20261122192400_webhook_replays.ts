import type { Knex } from 'knex';

/** Creates replays: manually resent deliveries, each with its result. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table webhook_replay (
      uid uuid not null constraint webhook_replay_pkey primary key,
      company_uid uuid not null constraint webhook_replay_company_fk references company (uid),
      endpoint_uid uuid not null constraint webhook_replay_endpoint_fk references webhook_endpoint (uid),
      created_at timestamptz not null,
      ended_at timestamptz
    );
    create index webhook_replay_endpoint_idx on webhook_replay (endpoint_uid, created_at);
    create table webhook_replay_item (
      replay_uid uuid not null constraint webhook_replay_item_replay_fk references webhook_replay (uid) on delete cascade,
      place integer not null,
      delivery_uid uuid not null,
      outcome text not null,
      http_status integer,
      failure text,
      attempted_at timestamptz,
      constraint webhook_replay_item_pkey primary key (replay_uid, place),
      constraint webhook_replay_item_outcome_check check (outcome in ('waiting', 'succeeded', 'failed', 'notSent'))
    );
    create index webhook_replay_item_waiting_idx on webhook_replay_item (replay_uid, place) where outcome = 'waiting';
    comment on table webhook_replay_item is 'a delivery to be sent once more, in the order of the events';
    grant select, insert, update, delete on webhook_replay, webhook_replay_item to recordwell_app;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table webhook_replay_item, webhook_replay');
}
