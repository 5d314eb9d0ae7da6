import type { Knex } from 'knex';

/** Adds when a follow-up is due, in which time zone, and the day of the last reminder. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table company add column time_zone text not null default 'America/New_York';
    comment on column company.time_zone is 'IANA name; its days are those of follow-ups';

    alter table record_request add column follow_up_told_on date;
    comment on column record_request.follow_up_told_on is 'the company''s day on which its follow-up was told last';
    create index record_request_follow_up_idx on record_request (uid)
      where follow_up_date is not null and status in ('Submitted', 'Processing', 'NeedToReviewResults', 'AuthDenied');
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index record_request_follow_up_idx;
    alter table record_request drop column follow_up_told_on;
    alter table company drop column time_zone;
  `);
}
