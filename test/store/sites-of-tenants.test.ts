/** The migration that gives every site an owner, run on rows of the previous release. */
import { join } from 'node:path';
import type { Knex } from 'knex';
import { openDatabase } from '../../src/store/database';
import { migrateToLatest, migrationSource } from '../../src/store/migrations';
import { createTestDatabase, type TestDatabase } from '../support/database';

const folder = join(__dirname, '../../migrations');
const config: Knex.MigratorConfig = {
  migrationSource: migrationSource(folder),
  tableName: 'schema_migration',
};
const step = '20261122170000_sites_of_tenants';

let database: TestDatabase;
let owner: Knex;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = openDatabase({
    url: database.ownerUrl,
    poolMax: 2,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
    applicationName: 'test',
  });
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

const isApplied = async (): Promise<boolean> =>
  ((await owner('schema_migration').pluck('name')) as string[]).some(name => name.startsWith(step));

/**
 * Two companies with a live and a sandbox project each; all four projects use `shared`, one uses `own`,
 * and none uses `unused`.
 */
const before = `
  insert into company (uid, id, name, created_at)
    select uuidv7(), 'c' || n, 'Company ' || n, now() from generate_series(1, 2) n;
  insert into project (uid, company_uid, id, name, status, purpose, authorization_method, created_at,
    updated_at)
    select uuidv7(), c.uid, 'p', 'P', status, 'Legal', 'authorizationPdf', now(), now()
    from company c, unnest(array['Live', 'Sandbox']) as status;
  insert into patient (uid, company_uid, project_uid, id, first_name, last_names, date_of_birth, zip_codes,
      authorization_status, search_status, created_at, updated_at)
    select uuidv7(), p.company_uid, p.uid, 'jane', 'Jane', '{Sample}', '1950-01-01', '{}', 'Approved',
      'Inactive', now(), now()
    from project p;
  insert into site (uid, key_hash, name, address_line_1, city, state, zip, created_at)
    select uuidv7(), sha256(name::bytea), name, '1 Main Street', 'Salem', 'MA', '01970', now()
    from unnest(array['shared', 'own', 'unused']) as name;
  insert into visit (uid, company_uid, project_uid, patient_uid, site_uid, key_hash, ref, kind,
    earliest_service_date,
      latest_service_date, created_at)
    select uuidv7(), a.company_uid, a.project_uid, a.uid, s.uid, sha256('v'), 'v', 'Office', '2020-01-01',
      '2020-01-01', now()
    from patient a, site s where s.name = 'shared';
  insert into record_request (uid, company_uid, project_uid, patient_uid, site_uid, kind, status,
    submitted_site_name,
      created_at, updated_at)
    select uuidv7(), a.company_uid, a.project_uid, a.uid, s.uid, 'billing', 'Submitted', s.name, now(), now()
    from patient a join project p on p.uid = a.project_uid join company c on c.uid = a.company_uid, site s
    where s.name = 'shared' or (s.name = 'own' and p.status = 'Sandbox' and c.id = 'c2');`;

const after = `
  select r.name, c.id as company, j.environment, s.name as site, s.uid = r.shared_uid as "keepsId",
    (s.company_uid, s.environment) = (r.company_uid, j.environment) as "isTheirs"
  from (
    select 'visit' as name, v.site_uid, v.company_uid, v.project_uid, :shared::uuid as shared_uid from visit v
    union all
    select 'request', q.site_uid, q.company_uid, q.project_uid, :shared::uuid from record_request q
  ) r
  join site s on s.uid = r.site_uid join project j on j.uid = r.project_uid join company c
    on c.uid = r.company_uid
  order by 1, 2, 3, 4`;

test("A site used by several tenants becomes one for each, and every row refers to its tenant's site [DECISION-43]", async () => {
  while (await isApplied()) await owner.migrate.down(config);
  await owner.raw(before);
  const shared: unknown = await owner('site').where({ name: 'shared' }).first('uid');
  await migrateToLatest(owner, folder);
  const { rows } = (await owner.raw(after, { shared: (shared as { uid: string }).uid })) as {
    rows: ReadonlyArray<Record<string, unknown>>;
  };
  expect(rows).toHaveLength(9);
  expect(rows.every(({ isTheirs }) => isTheirs === true)).toBe(true);
  expect(rows.filter(({ site }) => site === 'own')).toHaveLength(1);
  // A visit and a request of one tenant still share a site, and one tenant's site kept the ID.
  expect(rows.filter(({ keepsId }) => keepsId === true)).toHaveLength(2);
  const counts: unknown = await owner('site').select('name').count().groupBy('name').orderBy('name');
  expect(counts).toEqual([
    { name: 'own', count: 1 },
    { name: 'shared', count: 4 },
  ]);
});
