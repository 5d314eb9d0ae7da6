import type { Knex } from 'knex';

/** What is open of a project, and what waits for its file too long, are looked for among the few that are open. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index bulk_import_open_idx on bulk_import (project_uid) where status in ('AwaitingUpload', 'Processing');
    create index bulk_import_company_created_at_idx on bulk_import (company_uid, created_at, uid);
  `);
}

/** Takes the indexes back. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index bulk_import_open_idx, bulk_import_company_created_at_idx');
}
