import type { Knex } from 'knex';

/** Creates the indexes of a company's list of record requests: by status, and of those with a date. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index record_request_project_status_idx on record_request (project_uid, status, created_at, uid);
    create index record_request_project_dated_idx on record_request (project_uid, created_at, uid)
      where (follow_up_date is not null or channel = 'outreach')
        and status in ('Submitted', 'Processing', 'NeedToReviewResults', 'AuthDenied');
  `);
}

/** Drops the indexes. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index record_request_project_dated_idx;
    drop index record_request_project_status_idx;
  `);
}
