import type { Knex } from 'knex';

const isOpen = "status in ('Submitted', 'Processing', 'NeedToReviewResults', 'AuthDenied')";

/** Returns the statement that creates the index of open requests with a date that can pass. */
function datedIndex(dates: string): string {
  return `create index record_request_project_dated_idx on record_request (project_uid, created_at, uid)
      where (${dates} or channel = 'outreach') and ${isOpen};`;
}

/** Gives record requests what customers say about urgency and form: a due date, rush, and a certification. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table record_request add column due_date date;
    alter table record_request add column is_rush boolean not null default false;
    alter table record_request add column needs_certification boolean not null default false;
    comment on column record_request.due_date is 'the day on which the customer needs the records';
    comment on column record_request.needs_certification is 'whether the custodian of records is asked for an affidavit';
    drop index record_request_project_dated_idx;
    ${datedIndex('follow_up_date is not null or due_date is not null')}
  `);
}

/** Reverts it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index record_request_project_dated_idx;
    ${datedIndex('follow_up_date is not null')}
    alter table record_request drop column due_date, drop column is_rush, drop column needs_certification;
  `);
}
