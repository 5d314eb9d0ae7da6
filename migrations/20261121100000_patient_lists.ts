import type { Knex } from 'knex';

/** Creates indexes for lists of a project's patients by status, oldest first. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index patient_project_search_status_idx on patient (project_uid, search_status, created_at, uid);
    create index patient_project_authorization_status_idx on patient (project_uid, authorization_status, created_at, uid);
  `);
}

/** Drops the indexes. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index patient_project_search_status_idx;
    drop index patient_project_authorization_status_idx;
  `);
}
