import type { Knex } from 'knex';

/**
 * Creates partial indexes, so that open imports of a project, and overdue ones, are found among the few open
 * ones.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index bulk_import_open_idx on bulk_import (project_uid) where status in ('AwaitingUpload', 'Processing');
    create index bulk_import_company_created_at_idx on bulk_import (company_uid, created_at, uid);
  `);
}

/** Drops the indexes. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index bulk_import_open_idx, bulk_import_company_created_at_idx');
}
