import type { Knex } from 'knex';

/**
 * Creates an index for each order of the lists of record requests, within a status, and those that find the
 * facilities with requests.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index record_request_project_facility_idx;
    create index record_request_project_facility_idx
      on record_request (project_uid, status, submitted_site_name, created_at desc, uid desc);
    create index record_request_project_last_contact_idx
      on record_request (project_uid, status, last_contact_date, created_at desc, uid desc);
    create index record_request_project_follow_up_idx
      on record_request (project_uid, status, follow_up_date, created_at desc, uid desc);
    create index record_request_project_due_idx
      on record_request (project_uid, status, due_date, created_at desc, uid desc);
    drop index record_request_site_idx;
    create index record_request_site_idx on record_request (site_uid, project_uid);
    create index record_request_company_site_idx on record_request (company_uid, site_uid);
  `);
}

/** Drops them, and restores the previous ones. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index record_request_company_site_idx;
    drop index record_request_site_idx;
    create index record_request_site_idx on record_request (site_uid);
    drop index record_request_project_due_idx;
    drop index record_request_project_follow_up_idx;
    drop index record_request_project_last_contact_idx;
    drop index record_request_project_facility_idx;
    create index record_request_project_facility_idx
      on record_request (project_uid, submitted_site_name, created_at desc, uid desc);
  `);
}
