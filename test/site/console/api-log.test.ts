import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { jane, patientsPath, putPatient } from '../../support/patients';
import { readRows } from '../../support/records';
import { until } from '../../support/until';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
const log = '/console/companies/acme/sandbox/api-log';

interface Logged {
  readonly method: string;
  readonly path: string | null;
  readonly status: number;
  readonly problem: string | null;
  readonly request_id: string;
}

/** Waits until the request with this id is in the log. */
async function loggedAs(requestId: string): Promise<Logged> {
  const sql = 'select * from api_request where request_id = ?';
  const [row] = await until(
    'the request is logged',
    () => readRows<Logged>(world.db, sql, [requestId]),
    rows => rows.length > 0,
  );
  if (row === undefined) throw new Error('the request is not in the log');
  return row;
}

async function call(
  method: string,
  path: string,
  requestId: string,
  key = company.sandboxKey,
): Promise<number> {
  return (await world.call(method, path, { key, headers: { 'X-Request-Id': requestId } })).status;
}

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await putPatient(world, company, 'sandbox', 'secret-case-77', { ...jane, firstName: 'Quinn' });
  admin = await signedIn(world, company.email);
  await call('GET', patientsPath(company, 'sandbox', 'secret-case-77'), 'request-1001');
  await call('GET', patientsPath(company, 'sandbox', 'absent-case-78'), 'request-1002');
  await call('GET', '/v0/companies/acme/unknown/secret-case-77', 'request-1003');
  await loggedAs('request-1003');
});
afterAll(() => world.close());

test('A request is logged with the template of its path, its status, and its error [KEY-29]', async () => {
  const path = '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}';
  expect(await loggedAs('request-1001')).toMatchObject({ method: 'GET', path, status: 200, problem: null });
  expect(await loggedAs('request-1002')).toMatchObject({ path, status: 404, problem: 'resource.notFound' });
  expect(await loggedAs('request-1003')).toMatchObject({ path: null, status: 404 });
  const rows = await readRows(world.db, 'select to_jsonb(a)::text as whole from api_request a', []);
  expect(JSON.stringify(rows)).not.toMatch(/secret-case|absent-case|Quinn/);
});

test('The page shows requests with key and request ID, and filters them [KEY-29]', async () => {
  const { html } = await admin.get(log);
  for (const shown of ['request-1001', 'request-1002', 'request-1003', 'Unknown path', 'Default'])
    expect(html).toContain(shown);
  const refused = (await admin.get(`${log}?status=4`)).html;
  expect([refused.includes('request-1002'), refused.includes('request-1001')]).toEqual([true, false]);
  const path = encodeURIComponent('/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}');
  const ofPath = (await admin.get(`${log}?path=${path}`)).html;
  expect([ofPath.includes('request-1001'), ofPath.includes('request-1003')]).toEqual([true, false]);
  expect((await admin.get(`${log}?from=2020-01-01&until=2020-01-02`)).html).toContain('No requests');
  const [key] = await readRows<{ uid: string }>(
    world.db,
    "select uid from api_key where environment = 'production' limit 1",
    [],
  );
  expect((await admin.get(`${log}?key=${key?.uid}`)).html).not.toContain('request-1001');
});

test.each(['status=9', 'path=%2Fv0', 'key=x', 'from=soon', 'from=2026-01-01&until=2026-03-01'])(
  'A filter that does not exist is named: %s [KEY-29]',
  async query => {
    expect((await admin.get(`${log}?${query}`)).status).toBe(422);
  },
);

test('Neither another company nor a role without the permission sees the log [KEY-29]', async () => {
  const rival = await world.company('rival');
  const visitor = await signedIn(world, rival.email);
  expect((await visitor.get('/console/companies/rival/sandbox/api-log')).html).not.toContain('request-100');
  const email = 'viewer@acme.example';
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name: 'Vi', role: 'Viewer', seesAllProjects: true }),
  );
  expect((await (await signedIn(world, email)).get(log)).status).toBe(403);
});

test('A request without an active key is not logged [KEY-29]', async () => {
  await call('GET', '/v0/companies/acme/projects', 'request-2001', `${company.sandboxKey.slice(0, -1)}x`);
  await call('GET', '/v0/companies/acme/projects', 'request-2002');
  await loggedAs('request-2002');
  const sql = 'select 1 from api_request where request_id = ?';
  expect(await readRows(world.db, sql, ['request-2001'])).toEqual([]);
});
