import type { Knex } from 'knex';

/** Creates the index of a company's list of record requests, by status. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'create index record_request_project_status_idx on record_request (project_uid, status, created_at, uid)',
  );
}

/** Drops the index. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index record_request_project_status_idx');
}
