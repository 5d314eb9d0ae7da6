/** The home page: what needs the member, by role and scope. */
import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { decideOnSandbox, jane, mercyClinic, patientsPath, putPatient } from '../../support/patients';

const home = '/console/companies/acme/sandbox';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;

beforeAll(async () => {
  world = await startApiWorld();
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
