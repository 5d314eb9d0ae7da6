/** How long a facility took: on a patient's facilities, a record request's page, and the form to request. */
import { storeAnswered } from '../../support/answered-requests';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { newAcmeMember, roleUidOf } from '../../support/console-members';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { storedPatient } from '../../support/patients';
import { readRows } from '../../support/records';
import { seedVisits } from '../../support/seeded-visits';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let path: string;
let requestPath: string;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date('2026-11-28T15:00:00Z') } });
  company = await world.company('acme');
  admin = await signedIn(world, company.email);
  await seedVisits(world, company, { project: 'sandbox', patientId: 'one' });
  const { uid } = await storedPatient(world, company, 'sandbox', 'one');
  path = `/console/companies/acme/sandbox/patients/${uid}`;
  const page = `${path}/facilities`;
  const [, item = ''] = /name="items" value="([^"]+)"/.exec((await admin.get(page)).html) ?? [];
  await admin.send(page, page, { items: item });
  const [made] = await readRows<{ uid: string }>(world.db, 'select uid from record_request');
  requestPath = `${path}/record-requests/${made?.uid ?? ''}`;
});
afterAll(() => world.close());

/** Has the facility answer a new request, twelve days after it was sent. */
const answer = async (): Promise<void> =>
  storeAnswered(world, {
    like: requestPath.split('/').at(-1) ?? '',
    status: 'Completed',
    sentAt: '2026-10-01T15:00:00Z',
    answeredAt: '2026-10-13T15:00:00Z',
  });

test('A facility with fewer than three answers has no turnaround [CONSOLE-126]', async () => {
  await answer();
  await answer();
  for (const page of [`${path}/facilities`, requestPath, `${path}/record-requests/new`])
    expect((await admin.get(page)).html).not.toMatch(/median/i);
});

test('From three answers on, the pages about a facility say how long it took [CONSOLE-126]', async () => {
  await answer();
  const facilities = (await admin.get(`${path}/facilities`)).html;
  const line = 'Turnaround: median 12 days, 3 requests';
  expect(facilities.split(line)).toHaveLength(2);
  expect((await admin.get(requestPath)).html).toContain('Median 12 days, 3 requests');
  const form = (await admin.get(`${path}/record-requests/new`)).html;
  expect(form.split(`. ${line}`)).toHaveLength(2);
});

test('The form has no turnaround for a role that may not see record requests [CONSOLE-126]', async () => {
  const withheld = { role_uid: await roleUidOf(world.db, 'Member'), permission: 'ViewRecordRequests' };
  await world.db('role_permission').where(withheld).delete();
  const member = await signedIn(world, await newAcmeMember(world, 'asker'));
  const { html, status } = await member.get(`${path}/record-requests/new`);
  expect([status, html.includes('Mercy')]).toEqual([200, true]);
  expect(html).not.toMatch(/median/i);
});
