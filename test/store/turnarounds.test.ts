/** How long facilities took: which requests count, and by which index they are read. */
import { randomUUID } from 'node:crypto';
import type { ProjectScope } from '../../src/domain/projects/project';
import { openDatabase } from '../../src/store/database';
import { plannedEachTime } from '../../src/store/named';
import { readTurnarounds, turnaroundStatement } from '../../src/store/record-requests/turnarounds';
import { storeAnswered } from '../support/answered-requests';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { jane, mercyClinic, patientsPath, putPatient } from '../support/patients';
import { readRows } from '../support/records';

const now = new Date('2026-11-28T15:00:00Z');

let world: ApiWorld;
let acme: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  acme = await world.company('acme');
});
afterAll(() => world.close());

const scopeOf = (company: TestCompany, membershipUid?: string): ProjectScope => ({
  companyUid: company.uid,
  environment: 'production',
  membershipUid: membershipUid ?? randomUUID(),
  seesAllProjects: membershipUid === undefined,
});

let patients = 0;

/** Requests billing records of a new patient. @returns the request, and its facility */
async function asked(company: TestCompany, siteName: string): Promise<{ uid: string; siteUid: string }> {
  const patientId = `p-${(patients += 1)}`;
  await putPatient(world, company, 'live', patientId, jane);
  const { json } = await world.call('POST', `${patientsPath(company, 'live', patientId)}/record-requests`, {
    key: company.productionKey,
    body: { ...mercyClinic, siteName, billing: true },
  });
  const [made] = json['requests'] as ReadonlyArray<{ request: { id: string } }>;
  const uid = made?.request.id ?? '';
  const found = await readRows<{ siteUid: string }>(
    world.db,
    'select site_uid as "siteUid" from record_request where uid = ?',
    [uid],
  );
  return { uid, siteUid: found[0]?.siteUid ?? '' };
}

const projectNamed = async (company: TestCompany, id: string): Promise<string> => {
  const rows = await readRows<{ uid: string }>(
    world.db,
    'select uid from project where company_uid = ? and id = ?',
    [company.uid, id],
  );
  return rows[0]?.uid ?? '';
};

async function turnaroundOf(siteUid: string, scope: ProjectScope) {
  return (await readTurnarounds(world.db, scope, [siteUid], now)).get(siteUid);
}

test('The median is of the days from the first sending to the answer, and not before three [REQUEST-58]', async () => {
  const { uid: like, siteUid } = await asked(acme, 'Median Clinic');
  const scope = scopeOf(acme);
  const store = async (status: 'Completed' | 'NoRecordFound' | 'Partial', day: string) =>
    storeAnswered(world, { like, status, sentAt: '2026-10-01T15:00:00Z', answeredAt: `${day}T15:00:00Z` });
  await store('Completed', '2026-10-31');
  await store('NoRecordFound', '2026-10-03');
  expect(await turnaroundOf(siteUid, scope)).toBeUndefined();
  await store('Partial', '2026-10-08');
  expect(await turnaroundOf(siteUid, scope)).toEqual({ medianDays: 7, requests: 3 });
  // Of an even number, the lower one of the two in the middle.
  await store('Completed', '2026-10-31');
  expect(await turnaroundOf(siteUid, scope)).toEqual({ medianDays: 7, requests: 4 });
  expect(await readTurnarounds(world.db, scope, [], now)).toEqual(new Map());
});

test('Days are those of the company, in whose evening the next day begins elsewhere [REQUEST-58]', async () => {
  const { uid: like, siteUid } = await asked(acme, 'Evening Clinic');
  await world.db('company').where({ uid: acme.uid }).update({ time_zone: 'America/New_York' });
  for (const day of [1, 2, 3])
    await storeAnswered(world, {
      like,
      status: 'Completed',
      sentAt: `2026-10-0${day}T14:00:00Z`,
      answeredAt: `2026-10-0${day + 1}T01:00:00Z`,
    });
  expect(await turnaroundOf(siteUid, scopeOf(acme))).toEqual({ medianDays: 0, requests: 3 });
});

test.each([
  ['answered more than 365 days ago', { answeredAt: '2025-11-28T14:00:00Z' }],
  ['canceled', { status: 'Canceled' }],
  ['still open', { status: 'NeedToReviewResults' }],
  ['never sent', { sentAt: null }],
] as const)('A request that was %s does not count [REQUEST-58]', async (name, other) => {
  const { uid: like, siteUid } = await asked(acme, name);
  const counted = {
    like,
    status: 'Completed',
    sentAt: '2025-11-20T15:00:00Z',
    answeredAt: '2026-10-03T15:00:00Z',
  } as const;
  for (let count = 0; count < 3; count += 1) await storeAnswered(world, counted);
  await storeAnswered(world, { ...counted, ...other });
  expect(await turnaroundOf(siteUid, scopeOf(acme))).toMatchObject({ requests: 3 });
});

test('Only requests of the company, in projects that the member sees, count [REQUEST-58] [CONSOLE-126]', async () => {
  const { uid: like, siteUid } = await asked(acme, 'Shared Clinic');
  const other = await world.company('globex');
  const theirs = await asked(other, 'Shared Clinic');
  const closed = await projectNamed(acme, 'closed');
  const answered = {
    status: 'Completed',
    sentAt: '2026-10-01T15:00:00Z',
    answeredAt: '2026-10-03T15:00:00Z',
  } as const;
  for (let count = 0; count < 3; count += 1) {
    await storeAnswered(world, { ...answered, like });
    await storeAnswered(world, { ...answered, like: theirs.uid, answeredAt: '2026-10-30T15:00:00Z' });
    await storeAnswered(world, { ...answered, like, projectUid: closed, answeredAt: '2026-10-21T15:00:00Z' });
  }
  const [member] = await readRows<{ uid: string }>(
    world.db,
    'select uid from membership where company_uid = ?',
    [acme.uid],
  );
  const membershipUid = member?.uid ?? '';
  expect(await turnaroundOf(siteUid, scopeOf(acme))).toEqual({ medianDays: 2, requests: 6 });
  expect(await turnaroundOf(siteUid, scopeOf(other))).toBeUndefined();
  expect(await turnaroundOf(siteUid, scopeOf(acme, membershipUid))).toBeUndefined();
  await world.db('membership_project').insert({ membership_uid: membershipUid, project_uid: closed });
  expect(await turnaroundOf(siteUid, scopeOf(acme, membershipUid))).toEqual({ medianDays: 20, requests: 3 });
});

test('The 50 newest answered requests of each facility are read by an index [REQUEST-58]', async () => {
  const owner = openDatabase({
    url: world.database.ownerUrl,
    poolMax: 1,
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 10_000,
    applicationName: 'plans',
  });
  const { uid: like, siteUid } = await asked(acme, 'Large Clinic');
  await owner.raw(
    `with made as (
       insert into record_request (uid, company_uid, project_uid, patient_uid, site_uid, kind, status,
         submitted_site_name, sequence, created_at, updated_at)
       select uuidv7(), r.company_uid, r.project_uid, r.patient_uid, r.site_uid, r.kind, 'Completed',
         r.submitted_site_name, 1, at, at
       from record_request r, generate_series(1, 20000) n, lateral (
         select timestamptz '2026-11-20T15:00:00Z' - n * interval '1 minute' as at) i
       where r.uid = :like returning uid, created_at
     )
     insert into record_request_step (uid, record_request_uid, sequence, status, actor, created_at)
     select uuidv7(), made.uid, s.sequence, s.status, '{"kind": "service", "name": "recordwell"}', s.at
     from made, lateral (values (0, 'Processing', made.created_at),
       (1, 'Completed', made.created_at + interval '3 days')) s(sequence, status, at)`,
    { like },
  );
  await owner.raw('analyze record_request');
  await owner.raw('analyze record_request_step');
  const scope = scopeOf(acme);
  const explained = plannedEachTime<Record<string, string>, ProjectScope & { siteUids: string[]; now: Date }>(
    `explain ${turnaroundStatement.sql}`,
  );
  const rows = await explained.run(owner, { ...scope, siteUids: [siteUid], now });
  await owner.destroy();
  const plan = rows.map(row => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('using record_request_site_answered_idx');
  expect(plan).not.toMatch(/Seq Scan on record_request/);
  expect(await turnaroundOf(siteUid, scope)).toEqual({ medianDays: 3, requests: 50 });
});
