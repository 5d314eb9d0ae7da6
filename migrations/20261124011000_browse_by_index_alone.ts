import type { Knex } from 'knex';

/** Each browsed table, with its date column. */
const days = [
  ['visit', 'earliest_service_date'],
  ['procedure', 'performed_on'],
  ['diagnosis', 'diagnosed_on'],
  ['prescription_fill', 'filled_on'],
  ['lab_result', 'collected_on'],
] as const;

interface AccessPath {
  readonly name: string;
  readonly columns: string;
  /** The columns that identify the tenant: with them, index entries needn't be looked up in the table. */
  readonly tenant: string;
}

function accessPaths(table: string, day: string): readonly AccessPath[] {
  return [
    {
      name: `${table}_patient_day_idx`,
      columns: `patient_uid, ${day}, uid`,
      tenant: 'company_uid, project_uid',
    },
    {
      name: `${table}_project_discovered_idx`,
      columns: 'project_uid, created_at, uid',
      tenant: 'company_uid',
    },
  ];
}

/**
 * Recreates the indexes. The old ones are dropped at the end, because dropping one locks out even readers
 * until the transaction ends.
 */
async function remake(knex: Knex, include: (path: AccessPath) => string): Promise<void> {
  const all = days.flatMap(([table, day]) => accessPaths(table, day).map(path => ({ table, path })));
  for (const { table, path } of all)
    await knex.raw(`create index ${path.name}_anew on ${table} (${path.columns}) ${include(path)}`);
  for (const { path } of all)
    await knex.raw(`drop index ${path.name}; alter index ${path.name}_anew rename to ${path.name};`);
}

/** Makes rows of a patient and of a project found and counted from their index only. */
export async function up(knex: Knex): Promise<void> {
  await remake(knex, ({ tenant }) => `include (${tenant})`);
}

/** Reverts it: each row is looked up in the table for its tenant. */
export async function down(knex: Knex): Promise<void> {
  await remake(knex, () => '');
}
