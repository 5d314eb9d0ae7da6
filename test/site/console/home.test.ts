/** The home page: what needs the member, by role and scope. */
import { openDatabase } from '../../../src/store/database';
import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { decideOnSandbox, jane, mercyClinic, patientsPath, putPatient } from '../../support/patients';

const home = '/console/companies/acme/sandbox';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  company = await world.company('acme');
  admin = await signedIn(world, company.email);
});
afterAll(() => world.close());

/** Returns what the page counts, and where each count leads. */
function countsOf({ html }: ShownPage): ReadonlyMap<string, readonly [count: string, href: string]> {
  const found = html.matchAll(/<a href="([^"]+)"><span class="total">([^<]+)<\/span> ([^<]+)<\/a>/g);
  return new Map(
    [...found].map(([, href = '', count = '', name = '']) => [name, [count, href.replaceAll('&amp;', '&')]]),
  );
}

async function newMember(name: string, role: string, seesAllProjects = true): Promise<Visitor> {
  const email = `${name}@acme.example`;
  await world.change(change => addMember(change, { companyId: 'acme', email, name, role, seesAllProjects }));
  return signedIn(world, email);
}

test('Home says that nothing needs a member of a new company [CONSOLE-81]', async () => {
  expect((await admin.get(home)).html).toContain('Nothing needs you.');
});

test('Home counts what needs the member, and each count opens a list of that length [CONSOLE-81]', async () => {
  for (const id of ['home-1', 'home-2']) {
    await putPatient(world, company, 'sandbox', id, jane);
    await world.call('POST', `${patientsPath(company, 'sandbox', id)}/record-requests`, {
      key: company.sandboxKey,
      body: { ...mercyClinic, billing: true },
    });
  }
  await decideOnSandbox(world, company, 'home-1', 'MissingSignature');
  await world.db('record_request').update({ follow_up_date: '2026-01-02' });
  const counts = countsOf(await admin.get(home));
  expect(Object.fromEntries([...counts].map(([name, [count]]) => [name, count]))).toEqual({
    'authorization to fix': '1',
    'record request needs you': '1',
    'follow-ups due': '2',
    'patient without an authorization': '1',
    Open: '2',
    Overdue: '2',
  });
  for (const [name, [count, href]] of counts) {
    const { status, html } = await admin.get(href);
    const rows = /<tbody>.*<\/tbody>/s.exec(html)?.[0].match(/<tr>/g)?.length;
    expect([name, status, rows]).toEqual([name, 200, Number(count)]);
  }
});

test("Home offers a Viewer nothing that they can't do, and counts only what a member sees [CONSOLE-81]", async () => {
  const viewer = await newMember('home-viewer', 'Viewer');
  const shown = await viewer.get(home);
  expect([...countsOf(shown).keys()]).toEqual(['Open', 'Overdue']);
  expect(shown.html).not.toContain('First steps');
  const outsider = await newMember('home-outsider', 'Administrator', false);
  const counts = countsOf(await outsider.get(home));
  expect([...counts].map(([name, [count]]) => [name, count])).toEqual([
    ['Open', '0'],
    ['Overdue', '0'],
  ]);
});

test('The list of endpoints names the permission that a Viewer lacks [CONSOLE-60]', async () => {
  const viewer = await newMember('endpoint-viewer', 'Viewer');
  const { html } = await viewer.get(`${home}/endpoints`);
  expect(html).toContain('ManageWebhooks');
  expect(html).not.toContain('endpoints yet');
});

test('Home counts the results since the last visit, and each count opens their list [CONSOLE-101]', async () => {
  const email = 'home-returner@acme.example';
  const first = await newMember('home-returner', 'Member');
  expect((await first.get(home)).html).not.toContain('Results since your last visit');
  const [done, early] = ['home-1', 'home-2'];
  // Steps are never changed by the application.
  const owner = openDatabase({
    url: world.database.ownerUrl,
    poolMax: 1,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
    connectTimeoutMs: 20_000,
    applicationName: 'test of results',
  });
  const endAll = async (id: string, status: string, at: Date): Promise<void> => {
    const ofPatient = 'patient_uid = (select uid from patient where id = ?)';
    await world.db.raw(`update record_request set status = ?, updated_at = ? where ${ofPatient}`, [
      status,
      at,
      id,
    ]);
    await owner.raw(
      `update record_request_step set created_at = ? where record_request_uid in
        (select uid from record_request where ${ofPatient})`,
      [at, id],
    );
  };
  await endAll(early, 'NoRecordFound', new Date(Date.now() - 60_000));
  skippedMs = 20 * 60_000;
  await first.get(home);
  const seenAt = Date.now() + skippedMs;
  skippedMs = 40 * 60_000;
  const again = await signedIn(world, email);
  // It is the same visit: there was no earlier one.
  expect((await again.get(home)).html).not.toContain('Results since your last visit');
  skippedMs = 180 * 60_000;
  const returned = await signedIn(world, email);
  expect((await returned.get(home)).html).toContain('No results since');
  await endAll(done, 'Completed', new Date(seenAt + 60 * 60_000));
  const shown = await returned.get(home);
  const counts = countsOf(shown);
  const [count, href = ''] = counts.get('Completed') ?? [];
  expect([count, counts.get('Not found')]).toEqual(['1', undefined]);
  const listed = await returned.get(href);
  expect([listed.status, listed.html.match(/<tr>/g)?.length]).toEqual([200, 2]);
  expect(listed.html).toContain('>Since ');
  await endAll(early, 'Completed', new Date(seenAt - 60 * 60_000));
  expect((await returned.get(href)).html.match(/<tr>/g)).toHaveLength(2);
  expect((await returned.get(href.replace(/since=[^&]+/, 'since=yesterday'))).status).toBe(422);
  await owner.destroy();
  skippedMs = 0;
});
