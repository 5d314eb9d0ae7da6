/** The ledger's entries of search runs, and a company's usage. */
import { randomUUID } from 'node:crypto';
import { noContent } from '../../src/domain/clinical/clinical-content';
import { addMember } from '../../src/usecases/tenants/members';
import { runOwnChange } from '../../src/usecases/change';
import { finishSearchRun } from '../../src/usecases/searches/search-answers';
import { runSearch } from '../../src/usecases/searches/search-runs';
import { admin } from '../support/admin-shell';
import { putCoveredProject, searchParts } from '../support/accepting-partner';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { patientsPath, storedPatient } from '../support/patients';

const ada = {
  firstName: 'Ada',
  lastNames: ['Doe', 'Smith-Jones'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139'],
  siteSonar: true,
} as const;

/** What every export of the ledger shows of a run. */
const ofRun = {
  companyId: 'acme',
  environment: 'production',
  action: 'search.siteSonar',
  projectId: 'covered',
};

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await putCoveredProject(world, company);
});
afterAll(() => world.close());

const parts = () => searchParts(world);

async function put(id: string, body: object): Promise<void> {
  const path = patientsPath(company, 'covered', id);
  expect((await world.call('PUT', path, { key: company.productionKey, body })).status).toBe(200);
}

/** The search's next run, as its workflow would start it. */
async function nextRun(id: string) {
  const { uid: patientUid, searches } = await storedPatient(world, company, 'covered', id);
  const sequence = (searches.find(({ kind }) => kind === 'siteSonar')?.sequence ?? 0) + 1;
  return { patientUid, kind: 'siteSonar', runUid: randomUUID(), sequence } as const;
}

async function entries(): Promise<unknown[]> {
  const { stdout } = await admin(world, ['ledger', 'export', '--from', '2026-01-01', '--company', 'acme']);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));
}

const usagePath = '/v0/companies/acme/usage?from=2026-01-01&until=2027-01-01';

async function used(key = company.productionKey): Promise<unknown> {
  return (await world.call('GET', usagePath, { key })).json['actions'];
}

test('Each run of a search is billed once, by its last names [PATIENT-5]', async () => {
  await put('p', ada);
  const first = await nextRun('p');
  for (let turn = 0; turn < 3; turn += 1) expect((await runSearch(parts(), first)).state).toBe('running');
  const billed = { ...ofRun, searchRunUid: first.runUid, lastNames: 2, units: 2, userEmail: null };
  expect(await entries()).toMatchObject([{ ...billed, searchOutcome: null }]);

  // The details that were sent are sent again with the correction, in the same run.
  await put('p', { ...ada, lastNames: ['Doe'] });
  await runSearch(parts(), first);
  expect(await entries()).toHaveLength(1);

  await runOwnChange(parts(), 'patient search', 'search.finish', async change => {
    const { patientUid, kind, runUid } = first;
    const run = { patientUid, kind, runUid, by: 'files' } as const;
    await finishSearchRun(change, parts(), run, { outcome: 'NoHit', content: noContent });
  });
  // Turned on again, it runs again, for the names on file now.
  await put('p', { ...ada, lastNames: ['Doe', 'Poe', 'Roe'], siteSonar: false });
  await put('p', { ...ada, lastNames: ['Doe', 'Poe', 'Roe'] });
  const second = await nextRun('p');
  await runSearch(parts(), second);
  expect(await entries()).toMatchObject([
    { ...billed, searchOutcome: 'NoHit' },
    { ...ofRun, searchRunUid: second.runUid, lastNames: 3, units: 3, searchOutcome: null },
  ]);
});

test('A search that is declined without a run is not billed [PATIENT-5]', async () => {
  await put('declined', ada);
  const before = await entries();
  const { uid } = await storedPatient(world, company, 'covered', 'declined');
  await world.db('patient').where({ uid }).update({ date_of_death: '2010-01-01' });
  expect((await runSearch(parts(), await nextRun('declined'))).state).toBe('notRunning');
  expect(await entries()).toEqual(before);
});

test('Usage sums up the ledger for the environment of the key [PATIENT-5]', async () => {
  const before = (await used()) as ReadonlyArray<{ action: string; count: number; units: number }>;
  const [sonar] = before;
  await put('u', ada);
  await runSearch(parts(), await nextRun('u'));
  const { count = 0, units = 0 } = sonar ?? {};
  expect(await used()).toEqual([
    { action: 'search.siteSonar', count: count + 1, units: units + 2 },
    ...before.slice(1),
  ]);
  expect(await used(company.sandboxKey)).toEqual(
    before.map(({ action }) => ({ action, count: 0, units: 0 })),
  );
});

test.each([
  ['from=2026-02-01&until=2026-02-01', '`query.until` must be after `from`'],
  ['from=2026-01-01&until=2027-01-03', '`query.until` must be at most 366 days after `from`'],
  ['from=2026-02-30&until=2026-03-01', '`query.from` must be a real date'],
])('Usage of %s is rejected [PATIENT-5]', async (query, sentence) => {
  const key = company.productionKey;
  const answer = await world.call('GET', `/v0/companies/acme/usage?${query}`, { key });
  expect({ status: answer.status, error: answer.json['error'] }).toEqual({
    status: 400,
    error: expect.stringContaining(sentence) as string,
  });
});

test('Usage needs the permission to manage members [PATIENT-5]', async () => {
  const email = 'member@acme.example';
  const member = { companyId: 'acme', email, name: 'Member', role: 'Member', seesAllProjects: true };
  await world.change(change => addMember(change, member));
  const key = await world.keyFor('acme', email, 'production');
  expect((await world.call('GET', usagePath, { key })).status).toBe(403);
});
