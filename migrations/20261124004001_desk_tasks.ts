import type { Knex } from 'knex';

/** Creates assignments and snoozes of items at the desk, with indexes for the queue. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table desk_task (
      kind text not null,
      subject_uid uuid not null,
      operator_uid uuid constraint desk_task_operator_fk references desk_operator (uid),
      taken_at timestamptz,
      snoozed_until date,
      updated_at timestamptz not null,
      constraint desk_task_pkey primary key (kind, subject_uid),
      constraint desk_task_kind_check check (kind in ('authorization', 'recordRequest', 'site', 'exchange', 'endpoint')),
      constraint desk_task_taken_check check ((operator_uid is null) = (taken_at is null))
    );
    create index desk_task_operator_idx on desk_task (operator_uid) where operator_uid is not null;
    create index desk_task_updated_at_idx on desk_task (updated_at);
    comment on table desk_task is 'what operators said of something that waits: who has it, until when it is put off; one row, so that two cannot have it';
    comment on column desk_task.updated_at is 'what was said before it began to wait counts no more';
    grant select, insert, update, delete on desk_task to recordwell_app;

    create index webhook_endpoint_failed_idx on webhook_endpoint (disabled_at, uid)
      where disabled_by = 'failures' and deleted_at is null;
    create index roster_entry_unanswered_idx on roster_entry (partner, sent_at)
      where state in ('sent', 'accepted');
  `);
}

/** Reverts it: nothing is assigned or snoozed. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index roster_entry_unanswered_idx;
    drop index webhook_endpoint_failed_idx;
    drop table desk_task;
  `);
}
