/**
 * The requests that the guide calls fast use the indexes made for them (docs/guides/browse.md).
 */
import { Client } from 'pg';
import { browseRoutes } from '../../src/browse/catalogue/routes';
import type { Statement } from '../../src/browse/compile/statements';
import { browseRequestSchema } from '../../src/browse/request/request-schema';
import { openBrowseDatabase, type BrowseDatabase, type Snapshot } from '../../src/browse/run/database';
import { runBrowse } from '../../src/browse/run/run-browse';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { until } from '../support/until';

let database: TestDatabase;
let owner: Client;
let product: BrowseDatabase;

/** Four companies with 5,000 visits each, and one row of every other kind for each visit. */
const seed = `
  insert into company (uid, id, name, created_at) select uuidv7(), 'c' || n, 'Company ' || n, now()
    from generate_series(1, 4) n;
  insert into project (uid, company_uid, id, name, status, purpose, authorization_method, created_at,
    updated_at)
    select uuidv7(), c.uid, 'matter-' || n, 'Matter ' || n, 'Live', 'Legal', 'authorizationPdf', now(), now()
      from company c, generate_series(1, 20) n;
  insert into patient (uid, company_uid, project_uid, id, first_name, last_names, date_of_birth, zip_codes,
    authorization_status, search_status, created_at, updated_at)
    select uuidv7(), p.company_uid, p.uid, 'p-' || n, 'Jordan', array['Sample' || n], date '1950-01-01' + n,
      '{}', 'Approved', 'Completed', now(), now()
    from project p, generate_series(1, 2) n;
  insert into site (uid, company_uid, environment, key_hash, name, address_line_1, city, state, zip,
    created_at)
    select uuidv7(), c.uid, 'production', sha256(n::text::bytea), 'Hospital ' || md5(n::text),
      n || ' Main Street', 'Salem', 'MA', '01970', now()
    from company c, generate_series(1, 400) n;
  insert into payor (uid, key_hash, name, kind, created_at)
    select uuidv7(), sha256(n::text::bytea), 'Payor ' || n, 'Commercial', now() from generate_series(1, 10) n;
  insert into visit (uid, company_uid, project_uid, patient_uid, site_uid, payor_uid, key_hash, ref, kind,
    earliest_service_date,
      latest_service_date, reason, charge_amount, created_at)
    select uuidv7(), pa.company_uid, pa.project_uid, pa.uid, s.uid, y.uid, sha256(n::text::bytea),
      'C-' || md5(pa.uid || n::text), 'Office',
      date '2015-01-01' + (n * 131 + pa.place * 17) % 4000,
        date '2015-01-01' + (n * 131 + pa.place * 17) % 4000, 'Check-up ' || n % 40, n,
      timestamptz '2026-01-01' + (n * 997 + pa.place * 13) % 100000 * interval '1 second'
    from (select *, row_number() over (order by uid)::int as place from patient) pa cross
      join generate_series(1, 125) n
    join (select uid, company_uid, row_number() over (partition by company_uid order by uid)::int as place
      from site) s
      on s.company_uid = pa.company_uid and s.place = 1 + (n * 7919) % 400
    join (select uid, row_number() over (order by uid)::int as place from payor) y on y.place = 1 + n % 10;
  insert into procedure (uid, company_uid, project_uid, patient_uid, visit_uid, key_hash, code_system, code,
    description, performed_on, units, created_at)
    select uuidv7(), company_uid, project_uid, patient_uid, uid, key_hash, 'CPT', left(md5(ref), 3),
      'Procedure ' || left(md5(ref), 8), earliest_service_date, 1, created_at from visit;
  insert into diagnosis (uid, company_uid, project_uid, patient_uid, visit_uid, key_hash, code_system, code,
    description, diagnosed_on, is_primary, created_at)
    select uuidv7(), company_uid, project_uid, patient_uid, uid, key_hash, 'ICD10CM', left(md5(ref), 3),
      'Diagnosis ' || left(md5(ref), 8), earliest_service_date, true, created_at from visit;
  insert into prescription_fill (uid, company_uid, project_uid, patient_uid, visit_uid, key_hash,
    rx_norm_code, drug_name, quantity, quantity_unit, days_supply, refill_number, filled_on, created_at)
    select uuidv7(), company_uid, project_uid, patient_uid, uid, key_hash, left(md5(ref), 3), 'Drug ' ||
      left(md5(ref), 8), 30, 'tablet', 30, 0, earliest_service_date, created_at from visit;
  insert into lab_result (uid, company_uid, project_uid, patient_uid, visit_uid, key_hash, loinc_code, name,
    value, collected_on, created_at)
    select uuidv7(), company_uid, project_uid, patient_uid, uid, key_hash, left(md5(ref), 3), 'Test ' ||
      left(md5(ref), 8), '1', earliest_service_date, created_at from visit;`;

let companyUid: string;
const values = { siteUid: '', siteName: '', ref: '', code: '', name: '' };

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new Client({ connectionString: database.ownerUrl });
  product = openBrowseDatabase({
    url: database.browseUrl,
    applicationName: 'test',
    poolMax: 1,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
  });
  await owner.connect();
  await owner.query(seed);
  // Moves the new rows from the pending list of the text indexes into the indexes. It's repeated, since while
  // PostgreSQL is analyzing a table, pages aren't marked for reads of an index alone.
  await until('all pages to be marked as visible', async () => {
    await owner.query('vacuum analyze');
    const { rows: left } = await owner.query<{ relname: string }>(
      `select relname from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and relallvisible < relpages`,
    );
    return left.length === 0;
  });
  const { rows } = await owner.query<typeof values & { companyUid: string }>(
    `select v.company_uid as "companyUid", v.site_uid as "siteUid", s.name as "siteName", v.ref,
      left(md5(v.ref), 3) as code, left(md5(v.ref), 8) as name
     from visit v join site s on s.uid = v.site_uid limit 1`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('there are no visits');
  companyUid = row.companyUid;
  Object.assign(values, row);
}, 120_000);
afterAll(async () => {
  await Promise.all([owner.end(), product.close()]);
  await database.drop();
});

/** Runs a browse and returns its statements in their order. */
async function statementsOf(path: string, body: object): Promise<Statement[]> {
  const route = browseRoutes.find(one => one.path === path);
  if (route === undefined) throw new Error(`there is no route ${path}`);
  const asked: Statement[] = [];
  const recording: BrowseDatabase = {
    ...product,
    openSnapshot: async signal => {
      const snapshot: Snapshot = await product.openSnapshot(signal);
      const keep = <A>(ask: (statement: Statement) => A) => {
        return (statement: Statement): A => {
          asked.push(statement);
          return ask(statement);
        };
      };
      return { ...snapshot, run: keep(snapshot.run), batches: keep(snapshot.batches) } as Snapshot;
    },
  };
  const environment = 'production' as const;
  const scope = { companyUid, environment, membershipUid: companyUid, seesAllProjects: true };
  const query = browseRequestSchema(route).parse(body);
  const found = await runBrowse(recording, route, { scope, gone: new AbortController().signal }, query);
  if (found.kind === 'streamed') await found.batches.next().then(() => found.batches.return(undefined));
  return asked;
}

type Kind = 'uids' | 'numbers' | 'shown' | 'stream';
const columnOf: Readonly<Record<Kind, string>> = {
  uids: ' as uid from',
  numbers: ' as total',
  shown: ' as row from unnest',
  stream: ' as row from',
};

async function statementOf(path: string, body: object, kind: Kind): Promise<Statement> {
  const statement = (await statementsOf(path, body)).find(({ text }) => text.includes(columnOf[kind]));
  if (statement === undefined) throw new Error(`the browse had no statement for its ${kind}`);
  return statement;
}

/** Explains a statement on a browse connection, with all its settings. */
async function explain({ text, values: bound }: Statement, how = 'explain'): Promise<string[]> {
  const snapshot = await product.openSnapshot(new AbortController().signal);
  try {
    const rows = await snapshot.run<{ readonly 'QUERY PLAN': string }>({
      text: `${how} ${text}`,
      values: bound,
    });
    return rows.map(row => row['QUERY PLAN'].trim());
  } finally {
    await snapshot.end();
  }
}

/** Returns the plan that finds the rows of a page, or computes its numbers. */
async function planOf(path: string, body: object, kind: Kind = 'uids'): Promise<string> {
  return (await explain(await statementOf(path, body, kind))).join('\n');
}

/** Returns the plan that reads all rows of a request one after the other. */
async function planOfExport(path: string, body: object): Promise<string> {
  const how = 'explain declare browse_rows no scroll cursor for';
  return (await explain(await statementOf(path, body, 'stream'), how)).join('\n');
}

const patient = { patient: { id: [{ equals: 'p-2' }] }, project: { id: [{ equals: 'matter-1' }] } };
const project = { project: patient.project };

/** Both indexes start with the patient. */
const anyByPatient = 'patient_(day|key_hash)';

/** A text of each kind of row that few rows have. */
const texts: Readonly<Record<string, { readonly field: string; readonly rare: () => string }>> = {
  visit: { field: 'ref', rare: () => values.ref.slice(2, 10) },
  procedure: { field: 'description', rare: () => values.name },
  diagnosis: { field: 'description', rare: () => values.name },
  prescriptionFill: { field: 'drugName', rare: () => values.name },
  labResult: { field: 'name', rare: () => values.name },
};

describe.each([
  ['visits', 'visit', 'visit', 'earliestServiceDate'],
  ['procedures', 'procedure', 'procedure', 'performedOn'],
  ['diagnoses', 'diagnosis', 'diagnosis', 'diagnosedOn'],
  ['prescription-fills', 'prescription_fill', 'prescriptionFill', 'filledOn'],
  ['lab-results', 'lab_result', 'labResult', 'collectedOn'],
])('Plans for %s', (path, table, entity, day) => {
  const byDay = { orderBy: [{ [entity]: { [day]: 'asc' } }], take: 25 };
  test.each<[way: string, body: object, index: string]>([
    ["a patient's rows in the order of their date", { where: patient, ...byDay }, 'patient_day'],
    ['a patient of any project', { where: { patient: patient.patient }, take: 25 }, anyByPatient],
    ['a page in the order of discovery', { take: 25 }, 'company_discovered'],
    ['a page of a project', { where: project, take: 25 }, 'project_discovered'],
    [
      'a range of dates',
      { where: { [entity]: { [day]: [{ gte: '2015-02-01' }, { lt: '2015-02-04' }] } }, ...byDay },
      'company_day',
    ],
  ])('use the matching index for %s', async (_, body, index) => {
    const plan = await planOf(path, body);
    expect(plan).toMatch(new RegExp(`${table}_${index}_(idx|key)`));
    // The table is never scanned completely.
    expect(plan).not.toContain(`Seq Scan on ${table} `);
  });

  test('find and count the rows of a patient or a project without reading the table', async () => {
    for (const where of [patient, project]) {
      const plan = await planOf(path, { where, ...byDay, take: 0 }, 'numbers');
      const index = where === patient ? 'patient_day' : 'project_discovered';
      expect(plan).toContain(`Index Only Scan using ${table}_${index}_idx`);
    }
  });

  test("start at the patient for aggregates of a patient's rows, whatever is joined", async () => {
    const entities = browseRoutes
      .filter(route => route.path === path)
      .flatMap(({ blocks }) => Object.keys(blocks));
    expect(entities.length).toBeGreaterThanOrEqual(6);
    const aggregate = Object.fromEntries(entities.map(joined => [joined, { count: true }]));
    const plan = await planOf(path, { where: patient, aggregate, take: 0 }, 'numbers');
    expect(plan).toMatch(new RegExp(`${table}_${anyByPatient}_(idx|key)`));
    expect(plan).not.toContain(`Seq Scan on ${table} `);
  });

  test('are kept for the rows of a page, and not made again after five runs', async () => {
    const { name, text, values: bound } = await statementOf(path, { take: 25 }, 'shown');
    expect(name).toBeDefined();
    const client = new Client({ connectionString: database.browseUrl });
    await client.connect();
    for (let times = 0; times < 8; times += 1) await client.query({ name, text, values: bound });
    const { rows } = await client.query(
      'select generic_plans::int as kept, custom_plans::int as made from pg_prepared_statements',
    );
    await client.end();
    expect(rows).toEqual([{ kept: 3, made: 5 }]);
  });

  test('start an export with the index of its order, without a sort before the first row', async () => {
    const plan = await planOfExport(path, {});
    expect(plan).toContain(`Index Scan using ${table}_company_discovered_idx`);
    expect(plan).not.toContain('Sort');
  });

  test('find few rows of a search or a substring with the text index', async () => {
    const { field, rare } = texts[entity] ?? { field: '', rare: () => '' };
    for (const body of [{ search: rare() }, { where: { [entity]: { [field]: [{ contains: rare() }] } } }])
      expect(await planOf(path, { ...body, take: 25 })).toContain(`${table}_search_text_idx`);
  });
});

test('A page near the last row is read from the end', async () => {
  const statement = await statementOf('visits', { skip: 4_900, take: 25 }, 'uids');
  const lines = await explain(statement, 'explain (analyze, timing off, summary off)');
  expect(lines.filter(line => line.includes('visit_company_discovered_idx'))).toEqual([
    expect.stringMatching(/Backward.*actual rows=100\b/),
  ]);
});

test.each<[way: string, path: string, body: () => object, index: string]>([
  [
    "a visit's reference",
    'visits',
    () => ({ where: { visit: { ref: [{ equals: values.ref }] } } }),
    'visit_company_ref_idx',
  ],
  [
    'a site',
    'visits',
    () => ({ where: { site: { id: [{ equals: values.siteUid }] } } }),
    'visit_company_site_idx',
  ],
  ['a search for a site', 'visits', () => ({ search: values.siteName }), 'visit_company_site_idx'],
  [
    "a procedure's code",
    'procedures',
    () => ({ where: { procedure: { code: [{ in: [values.code] }] } } }),
    'procedure_company_code_idx',
  ],
  [
    "a diagnosis's code",
    'diagnoses',
    () => ({ where: { diagnosis: { code: [{ equals: values.code }] } } }),
    'diagnosis_company_code_idx',
  ],
  [
    "a drug's code",
    'prescription-fills',
    () => ({ where: { prescriptionFill: { rxNormCode: [{ equals: values.code }] } } }),
    'prescription_fill_company_drug_idx',
  ],
  [
    "a test's code",
    'lab-results',
    () => ({ where: { labResult: { loincCode: [{ equals: values.code }] } } }),
    'lab_result_company_loinc_idx',
  ],
])('An index finds %s', async (_, path, body, index) => {
  expect(await planOf(path, { ...body(), take: 25 })).toContain(index);
});
