import type { Knex } from 'knex';

/** Keeps the reminders that members set for themselves on record requests. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table request_reminder (
      membership_uid uuid not null constraint request_reminder_membership_fk references membership (uid),
      record_request_uid uuid not null constraint request_reminder_request_fk references record_request (uid)
        on delete cascade,
      remind_on date not null,
      note text constraint request_reminder_note_check check (length(note) between 1 and 255),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint request_reminder_pkey primary key (membership_uid, record_request_uid)
    );
    create index request_reminder_due_idx on request_reminder (membership_uid, remind_on);
    create index request_reminder_request_idx on request_reminder (record_request_uid);
    comment on table request_reminder is
      'reminders of members for themselves: no one else reads them, and they count while the member sees the request';
    comment on column request_reminder.remind_on is 'a day in the time zone of the company';
    comment on column request_reminder.note is 'may contain patient data';
    grant select, insert, update, delete on request_reminder to recordwell_app;
  `);
}

/** Drops them. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table request_reminder');
}
