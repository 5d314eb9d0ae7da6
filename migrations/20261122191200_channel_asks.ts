import type { Knex } from 'knex';

/** Creates the asks of record requests to partners' systems. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table channel_ask (
      uid uuid not null constraint channel_ask_pkey primary key,
      company_uid uuid not null constraint channel_ask_company_fk references company (uid),
      record_request_uid uuid not null constraint channel_ask_record_request_fk references record_request (uid),
      round bigint not null,
      part integer not null,
      from_date date not null,
      to_date date not null,
      state text not null,
      taken text[] not null default '{}',
      asked_at timestamptz not null,
      answered_at timestamptz,
      constraint channel_ask_record_request_uid_round_part_key unique (record_request_uid, round, part)
    );
    comment on table channel_ask is 'the parts in which a record request was put to a system';
    comment on column channel_ask.round is 'counts the moves of the request when it was sent: those of the latest are asked';
    comment on column channel_ask.taken is 'the documents that were stored, as the system calls them';
    grant select, insert, update on channel_ask to recordwell_app;
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table channel_ask`);
}
