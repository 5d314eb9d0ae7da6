import type { Knex } from 'knex';

/**
 * Creates the weekly reports that members chose. They have a table of their own, because the previous release
 * would send a row of `daily_digest` every day.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table weekly_report (
      uid uuid not null,
      membership_uid uuid not null,
      environment text not null,
      mail_uid uuid not null,
      sent_on date,
      created_at timestamptz not null,
      constraint weekly_report_pkey primary key (uid),
      constraint weekly_report_membership_fk foreign key (membership_uid) references membership (uid),
      constraint weekly_report_membership_key unique (membership_uid, environment),
      constraint weekly_report_environment_check check (environment in ('sandbox', 'production'))
    );
    comment on table weekly_report is 'a member''s choice to get a weekly report by e-mail';
    comment on column weekly_report.mail_uid is 'the id of the next e-mail, kept when it is sent again';
    comment on column weekly_report.sent_on is 'the Monday of the last report, in the time zone of the company';
    grant select, insert, update, delete on weekly_report to recordwell_app;
  `);
}

/** Drops the reports. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table weekly_report');
}
