import type { Knex } from 'knex';

/** Adds an index for the newest record requests to a facility that ended with an answer. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index record_request_site_answered_idx on record_request (site_uid, created_at, project_uid)
      where status in ('Completed', 'Partial', 'PatientNotFound', 'ServiceDatesNotFound', 'NoRecordFound',
        'SiteClosed', 'FacilityRefusal')
  `);
}

/** Drops it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index record_request_site_answered_idx');
}
