import { createHash } from 'node:crypto';
import pg from 'pg';
import { planSeed } from '../../bench/seed/plan';
import type { Progress } from '../../bench/seed/progress';
import { SeedRefusal, seedDatabase } from '../../bench/seed/seed-database';
import { diagnosisCodeSystems, diagnosisKey, type Diagnosis } from '../../src/domain/clinical/diagnosis';
import { abnormalFlags, labResultKey, type LabResult } from '../../src/domain/clinical/lab-result';
import { isNpi } from '../../src/domain/clinical/npi';
import { payorKey, payorKinds, type Payor } from '../../src/domain/clinical/payor';
import { prescriptionFillKey, type PrescriptionFill } from '../../src/domain/clinical/prescription-fill';
import { procedureCodeSystems, procedureKey, type Procedure } from '../../src/domain/clinical/procedure';
import { siteKey, type Site } from '../../src/domain/clinical/site';
import { visitKey, visitKinds, type Visit } from '../../src/domain/clinical/visit';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { describeSchema } from '../support/describe-schema';

const tables = [
  ...[
    'company',
    'company_feature',
    'app_user',
    'membership',
    'membership_project',
    'project',
    'payor',
    'site',
  ],
  ...['patient', 'patient_search', 'visit', 'procedure', 'diagnosis', 'prescription_fill', 'lab_result'],
];
const visits = 2_000;
const silent: Progress = {
  begin: () => undefined,
  add: () => undefined,
  reach: () => undefined,
  tell: () => undefined,
};

const open: TestDatabase[] = [];
afterAll(() => Promise.all(open.map(database => database.drop())));

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  open.push(database);
  return database;
}

// Returns every value as PostgreSQL's text.
const asText = { types: { getTypeParser: () => (value: string | Buffer) => value } } as const;

async function withOwner<T>(
  database: TestDatabase,
  run: (client: pg.Client) => Promise<T>,
  options: pg.ClientConfig = asText,
): Promise<T> {
  const client = new pg.Client({ connectionString: database.ownerUrl, ...options });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

function seed(database: TestDatabase, number: number, canAdd = false, progress = silent): Promise<void> {
  const plan = planSeed(number, visits, 1);
  return withOwner(database, client => seedDatabase(client, plan, progress, canAdd), {});
}

/** Returns the row count and checksum of each table. */
function checksums(database: TestDatabase): Promise<Record<string, string>> {
  return withOwner(database, async client => {
    const found: Record<string, string> = {};
    for (const table of tables) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || md5(string_agg(t::text, E'\\n' order by t::text)) as sum from ${table} t`,
      );
      found[table] = rows[0]?.sum ?? '';
    }
    return found;
  });
}

type Row = Readonly<Record<string, string | null>>;

async function select(database: TestDatabase, statement: string): Promise<readonly Row[]> {
  return withOwner(database, async client => (await client.query<Row>(statement)).rows);
}

let seeded: TestDatabase;
let schemaBefore: string;
beforeAll(async () => {
  seeded = await emptyDatabase();
  schemaBefore = await describeSchema(seeded.db);
  await seed(seeded, 7);
}, 60_000);

test('The same seed creates the same rows, and another seed creates others', async () => {
  const [again, other] = [await emptyDatabase(), await emptyDatabase()];
  await seed(again, 7);
  await seed(other, 8);
  const [first, second, third] = [await checksums(seeded), await checksums(again), await checksums(other)];
  expect(second).toEqual(first);
  for (const table of tables) expect([table, third[table]]).not.toEqual([table, first[table]]);
  expect(first['visit']).toMatch(/^2000 /);
}, 60_000);

test('Indexes and keys are recreated as they were, and every foreign key is valid', async () => {
  expect(await describeSchema(seeded.db)).toBe(schemaBefore);
  // A recreated foreign key has checked every row.
  expect(await select(seeded, 'select conname from pg_constraint where not convalidated')).toEqual([]);
});

test('A seed that fails halfway leaves no rows, and the schema unchanged', async () => {
  const database = await emptyDatabase();
  const tell = (line: string): void => {
    if (line.startsWith('rows are loaded')) throw new Error('pulled the plug');
  };
  await expect(seed(database, 7, false, { ...silent, tell })).rejects.toThrow('pulled the plug');
  expect(await describeSchema(database.db)).toBe(schemaBefore);
  for (const sum of Object.values(await checksums(database))) expect(sum).toBe('');
});

test('Seeding a database that has visits requires an option and another seed', async () => {
  const database = await emptyDatabase();
  await seed(database, 7);
  await expect(seed(database, 8)).rejects.toThrow(SeedRefusal);
  await expect(seed(database, 7, true)).rejects.toThrow(SeedRefusal);
  await seed(database, 8, true);
  expect(await select(database, 'select count(*) as count from visit')).toEqual([{ count: '4000' }]);
});

function stored(key: string): string {
  return `\\x${createHash('sha256').update(key).digest('hex')}`;
}

/** Returns a row without nulls, as in the domain's types. */
function present(row: Row): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

/** The columns of a visit's key, named as in the domain's types. */
const visitColumns = `
  v.ref, v.kind, v.earliest_service_date as "earliestServiceDate",
  v.latest_service_date as "latestServiceDate"`;
const ofVisit = `left join visit v on v.uid = r.visit_uid left join site s on s.uid = v.site_uid`;
const siteColumns = `
  s.npi, s.name as "siteName", s.address_line_1 as "addressLine1", s.city, s.state, s.zip`;

function keyOfVisit(row: Row): string {
  return visitKey({ ...(present(row) as Visit), siteKey: keyOfSite(row) });
}

function keyOfSite(row: Row): string {
  return siteKey({ ...(present(row) as Site), name: row['siteName'] ?? '' });
}

test.each([
  {
    table: 'site',
    columns: 'r.npi, r.name as "siteName", r.address_line_1 as "addressLine1", r.zip, r.state',
    joins: '',
    keyOf: keyOfSite,
    isSound: (row: Row) =>
      (row['npi'] === null || isNpi(row['npi'] ?? '')) &&
      /^\d{5}$/.test(row['zip'] ?? '') &&
      /^[A-Z]{2}$/.test(row['state'] ?? ''),
  },
  {
    table: 'payor',
    columns: 'r.name, r.kind',
    joins: '',
    keyOf: (row: Row) => payorKey(present(row) as Payor),
    isSound: (row: Row) => payorKinds.some(kind => kind === row['kind']),
  },
  {
    table: 'visit',
    columns: `${visitColumns.replaceAll('v.', 'r.')}, ${siteColumns}, p.date_of_birth, p.date_of_death,
      r.charge_amount, r.created_at::date as discovered`,
    joins: 'join site s on s.uid = r.site_uid join patient p on p.uid = r.patient_uid',
    keyOf: keyOfVisit,
    isSound: (row: Row) =>
      visitKinds.some(kind => kind === row['kind']) &&
      (row['date_of_birth'] ?? '') <= (row['earliestServiceDate'] ?? '') &&
      (row['earliestServiceDate'] ?? '') <= (row['latestServiceDate'] ?? '') &&
      (row['latestServiceDate'] ?? '') <= (row['date_of_death'] ?? '9999') &&
      (row['latestServiceDate'] ?? '') < (row['discovered'] ?? '') &&
      Number(row['charge_amount'] ?? 1) > 0,
  },
  {
    table: 'procedure',
    columns: `${visitColumns}, ${siteColumns}, r.code_system as "codeSystem", r.code,
      r.performed_on as "performedOn", r.units, r.charge_amount`,
    joins: ofVisit,
    keyOf: (row: Row) => procedureKey({ ...(present(row) as Procedure), visitKey: keyOfVisit(row) }),
    isSound: (row: Row) =>
      procedureCodeSystems.some(system => system === row['codeSystem']) &&
      (row['earliestServiceDate'] ?? '') <= (row['performedOn'] ?? '') &&
      (row['performedOn'] ?? '') <= (row['latestServiceDate'] ?? '') &&
      Number(row['units']) >= 1,
  },
  {
    table: 'diagnosis',
    columns: `${visitColumns}, ${siteColumns}, r.code_system as "codeSystem", r.code, r.diagnosed_on,
      r.is_primary,
      count(*) filter (where r.is_primary) over (partition by r.visit_uid, r.code_system) as primaries`,
    joins: ofVisit,
    keyOf: (row: Row) => diagnosisKey({ ...(present(row) as Diagnosis), visitKey: keyOfVisit(row) }),
    isSound: (row: Row) =>
      diagnosisCodeSystems.some(system => system === row['codeSystem']) &&
      row['primaries'] === '1' &&
      row['diagnosed_on'] === row['earliestServiceDate'],
  },
  {
    table: 'prescription_fill',
    columns: `r.rx_norm_code as "rxNormCode", r.ndc, r.filled_on as "filledOn", r.quantity,
      r.days_supply as "daysSupply",
      v.earliest_service_date, p.date_of_birth`,
    joins: 'left join visit v on v.uid = r.visit_uid join patient p on p.uid = r.patient_uid',
    keyOf: (row: Row) => prescriptionFillKey(present(row) as PrescriptionFill),
    isSound: (row: Row) =>
      /^\d{11}$/.test(row['ndc'] ?? '00000000000') &&
      (row['earliest_service_date'] ?? row['date_of_birth'] ?? '') <= (row['filledOn'] ?? '') &&
      Number(row['quantity']) > 0,
  },
  {
    table: 'lab_result',
    columns: `r.loinc_code as "loincCode", r.name, r.value, r.unit, r.collected_on as "collectedOn",
      r.numeric_value,
      r.abnormal_flag, v.earliest_service_date, v.latest_service_date`,
    joins: 'left join visit v on v.uid = r.visit_uid',
    keyOf: (row: Row) => labResultKey(present(row) as LabResult),
    isSound: (row: Row) =>
      abnormalFlags.some(flag => flag === row['abnormal_flag']) &&
      (row['numeric_value'] === null || row['numeric_value'] === row['value']) &&
      (row['earliest_service_date'] ?? '') <= (row['collectedOn'] ?? '') &&
      (row['collectedOn'] ?? '') <= (row['latest_service_date'] ?? '9999'),
  },
])(
  'Every row of $table is one that a search could have found',
  async ({ table, columns, joins, keyOf, isSound }) => {
    const rows = await select(
      seeded,
      `select r.uid, r.key_hash, r.created_at, r.created_at = min(r.created_at) over later as is_ordered,
        ${columns}
     from ${table} r ${joins}
     window later as (order by r.uid rows between current row and unbounded following)`,
    );
    expect(rows.length).toBeGreaterThan(20);
    const isOrderedUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    const faults = rows.filter(
      row =>
        stored(keyOf(row)) !== row['key_hash'] ||
        !isSound(row) ||
        row['is_ordered'] !== 't' ||
        !isOrderedUuid.test(row['uid'] ?? ''),
    );
    expect(faults).toEqual([]);
  },
);

test("Companies differ widely in size, all have patients, and rows belong to their patient's project", async () => {
  const sizes = await select(
    seeded,
    'select count(p.uid) as count from company c left join patient p on p.company_uid = c.uid group ' +
      'by c.uid order by 1',
  );
  const counts = sizes.map(({ count }) => Number(count)).toSorted((a, b) => a - b);
  expect(counts).toHaveLength(20);
  expect(counts[0]).toBe(1);
  expect(counts.at(-1)).toBeGreaterThan(10);
  for (const table of ['visit', 'procedure', 'diagnosis', 'prescription_fill', 'lab_result'])
    expect(
      await select(
        seeded,
        `select r.uid from ${table} r join patient p on p.uid = r.patient_uid join project j
          on j.uid = p.project_uid
         where (r.project_uid, r.company_uid) <> (p.project_uid, p.company_uid)
           or j.company_uid <> p.company_uid`,
      ),
    ).toEqual([]);
});
