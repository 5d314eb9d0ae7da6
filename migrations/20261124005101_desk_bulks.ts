import type { Knex } from 'knex';

/** Creates bulk actions at the desk, with the result of each item. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table desk_bulk (
      uid uuid not null constraint desk_bulk_pkey primary key,
      operator_uid uuid not null constraint desk_bulk_operator_fk references desk_operator (uid),
      action text not null,
      until date,
      created_at timestamptz not null,
      ended_at timestamptz,
      constraint desk_bulk_action_check
        check (action in ('take', 'release', 'snooze', 'preparePacket', 'rearm', 'verify', 'enable')),
      constraint desk_bulk_until_check check ((until is null) = (action <> 'snooze'))
    );
    create index desk_bulk_created_at_idx on desk_bulk (created_at);
    comment on table desk_bulk is 'one thing that an operator does to many that wait at the desk';

    create table desk_bulk_item (
      bulk_uid uuid not null constraint desk_bulk_item_bulk_fk references desk_bulk (uid) on delete cascade,
      place integer not null,
      kind text not null,
      subject_uid uuid not null,
      company_uid uuid,
      name text not null,
      outcome text not null default 'waiting',
      reason text,
      settled_at timestamptz,
      constraint desk_bulk_item_pkey primary key (bulk_uid, place),
      constraint desk_bulk_item_subject_key unique (bulk_uid, kind, subject_uid),
      constraint desk_bulk_item_kind_check
        check (kind in ('authorization', 'recordRequest', 'search', 'site', 'exchange', 'endpoint')),
      constraint desk_bulk_item_outcome_check check (outcome in ('waiting', 'done', 'refused', 'gone')),
      constraint desk_bulk_item_settled_check check ((outcome = 'waiting') = (settled_at is null))
    );
    comment on column desk_bulk_item.name is 'what the queue called it when it was picked; it may not be there any more';
    comment on column desk_bulk_item.reason is 'why it was refused: the sentence that the operator reads';
    grant select, insert, update, delete on desk_bulk, desk_bulk_item to recordwell_app;
  `);
}

/** Reverts it: items are handled one by one. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table desk_bulk_item;
    drop table desk_bulk;
  `);
}
