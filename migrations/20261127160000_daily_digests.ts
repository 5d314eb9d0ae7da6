import type { Knex } from 'knex';

/** Creates the daily digests that members chose. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table daily_digest (
      uid uuid not null,
      membership_uid uuid not null,
      environment text not null,
      mail_uid uuid not null,
      sent_on date,
      told_until timestamptz not null,
      created_at timestamptz not null,
      constraint daily_digest_pkey primary key (uid),
      constraint daily_digest_membership_fk foreign key (membership_uid) references membership (uid),
      constraint daily_digest_membership_key unique (membership_uid, environment),
      constraint daily_digest_environment_check check (environment in ('sandbox', 'production'))
    );
    comment on table daily_digest is 'A member''s choice to get a daily digest by e-mail';
    comment on column daily_digest.mail_uid is 'The id of the next e-mail, kept when it is sent again';
    comment on column daily_digest.sent_on is 'The day of the last digest, in the time zone of the company';
    comment on column daily_digest.told_until is 'The next digest tells what came after this instant';
    grant select, insert, update, delete on daily_digest to recordwell_app;
  `);
}

/** Drops the digests. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table daily_digest');
}
