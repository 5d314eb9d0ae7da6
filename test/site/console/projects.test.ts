import { defineRole } from '../../../src/usecases/tenants/companies';
import { addMember, grantProjectAccess } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { newAcmeMember } from '../../support/console-members';
import { formOn, signedIn, type Visitor } from '../../support/console-visitor';
import { readRows } from '../../support/records';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
const sandbox = '/console/companies/acme/sandbox/projects';
const live = '/console/companies/acme/production/projects';

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await world.company('rival');
  admin = await signedIn(world, company.email);
});
afterAll(() => world.close());

async function uidOf(companyId: string, id: string): Promise<string> {
  const [row] = await readRows<{ uid: string }>(
    world.db,
    'select p.uid from project p join company c on c.uid = p.company_uid where c.id = ? and p.id = ?',
    [companyId, id],
  );
  return row?.uid ?? '';
}

async function projectAt(id: string, key: string): Promise<Record<string, unknown>> {
  return (await world.call('GET', `/v0/companies/acme/projects/${id}`, { key })).json;
}

describe('Creating a project [CONSOLE-28]', () => {
  test('takes an ID or generates one, and the API returns the project', async () => {
    const made = await admin.send(`${sandbox}/new`, sandbox, {
      id: 'intake-2026',
      name: 'Intake 2026',
      purpose: 'Legal',
      method: 'authorizationPdf',
    });
    expect(made.location).toBe(`${sandbox}/${await uidOf('acme', 'intake-2026')}?done=made`);
    expect(await projectAt('intake-2026', company.sandboxKey)).toMatchObject({
      name: 'Intake 2026',
      status: 'Sandbox',
      purpose: 'Legal',
    });
    const second = await admin.send(`${live}/new`, live, {
      name: 'Without an id',
      purpose: 'Insurance',
      method: 'ial2Tokens',
    });
    expect((await admin.get(second.location)).html).toContain('Without an id');
    expect((await admin.get(live)).html).toMatch(/Without an id.*?Live/s);
    expect((await admin.get(sandbox)).html).not.toContain('Without an id');
    expect((await world.audits({ event: 'project.create' })).at(-1)).toMatchObject({
      outcome: 'success',
      actorKind: 'console',
      companyUid: company.uid,
      resourceKind: 'project',
    });
  });

  test('refuses invalid input with a message, and creates nothing', async () => {
    const good = { id: 'refused', name: 'R', purpose: 'Legal', method: 'authorizationPdf' };
    for (const [fields, message] of [
      [{ id: 'sandbox' }, 'A project with this ID already exists.'],
      [{ id: 'a b' }, 'Enter 1 to 64 letters'],
      [{ name: ' ' }, 'Enter a name with 1 to 200 characters.'],
      [{ name: 'x'.repeat(201) }, 'Enter a name with 1 to 200 characters.'],
      [{ purpose: '' }, 'Choose a purpose.'],
      [{ purpose: 'Curiosity' }, 'Choose a purpose.'],
      [{ method: 'trust' }, 'Choose an authorization method.'],
    ] as const) {
      const answer = await admin.send(`${sandbox}/new`, sandbox, { ...good, ...fields });
      expect([message, answer.status]).toEqual([message, 422]);
      expect(answer.html).toContain(message);
    }
    expect(await uidOf('acme', 'refused')).toBe('');
  });

  test('lets its creator see it, and requires ManageProjects', async () => {
    await world.change(change =>
      defineRole(change, {
        companyId: 'acme',
        name: 'Maker',
        permissions: ['ViewProjects', 'ManageProjects'],
      }),
    );
    const email = 'maker@acme.example';
    await world.change(change =>
      addMember(change, { companyId: 'acme', email, name: 'M', role: 'Maker', seesAllProjects: false }),
    );
    const maker = await signedIn(world, email);
    expect((await maker.get(sandbox)).html).toContain('No sandbox projects yet');
    const made = await maker.send(`${sandbox}/new`, sandbox, {
      name: 'Of the maker',
      purpose: 'Legal',
      method: 'authorizationPdf',
    });
    expect((await maker.get(made.location)).status).toBe(200);
    const viewer = await signedIn(world, await newAcmeMember(world, 'looker', 'Viewer'));
    expect((await viewer.get(`${sandbox}/new`)).status).toBe(403);
    const page = await viewer.get(made.location);
    expect([page.status, page.html.includes('Edit project')]).toEqual([200, false]);
    expect((await viewer.send(sandbox, sandbox, { name: 'V' })).status).toBe(403);
  });
});

describe('Editing a project [CONSOLE-29]', () => {
  test('changes its name and terms, which the API returns', async () => {
    const one = `${sandbox}/${await uidOf('acme', 'sandbox')}`;
    const answer = await admin.send(one, `${one}/edit`, {
      name: 'Renamed',
      purpose: 'CoveredTreatment',
      method: 'ial2Tokens',
    });
    expect(answer.location).toBe(`${one}?done=saved`);
    expect(await projectAt('sandbox', company.sandboxKey)).toMatchObject({
      name: 'Renamed',
      purpose: 'CoveredTreatment',
      authorizationMethod: 'ial2Tokens',
    });
  });

  test('changes only the name of a live project with patients, and says so', async () => {
    const key = company.productionKey;
    const patient = { firstName: 'A', lastNames: ['B'], dateOfBirth: '1980-01-01', sex: 'Male' };
    const one = `${live}/${await uidOf('acme', 'live')}`;
    expect((await admin.get(one)).html).toContain('name="purpose"');
    const { status } = await world.call('PUT', '/v0/companies/acme/projects/live/patients/p1', {
      key,
      body: patient,
    });
    expect(status).toBe(200);
    const { html } = await admin.get(one);
    expect(html).not.toContain('name="purpose"');
    expect(html).toContain("You can't change the purpose");
    await admin.send(one, `${one}/edit`, { name: 'New name', purpose: 'Research', method: 'ial2Tokens' });
    expect(await projectAt('live', key)).toMatchObject({
      name: 'New name',
      purpose: 'Legal',
      authorizationMethod: 'authorizationPdf',
    });
  });

  test('refuses an invalid form, and shows it as typed with the error at the field', async () => {
    const one = `${sandbox}/${await uidOf('acme', 'sandbox')}`;
    const before = await projectAt('sandbox', company.sandboxKey);
    const typed = { name: 'x'.repeat(201), purpose: 'Research', method: 'authorizationPdf' };
    const { status, html } = await admin.send(one, `${one}/edit`, typed);
    expect(status).toBe(422);
    expect(html).toContain(
      '<p id="name-fault" class="fault small">Enter a name with 1 to 200 characters.</p>',
    );
    expect(html).toContain('aria-describedby="name-fault"');
    expect(html).toContain(`value="${typed.name}"`);
    expect(html).toMatch(/<option value="Research" selected/);
    expect((await world.audits({ event: 'project.upsert' })).at(-1)).toMatchObject({
      outcome: 'refused',
      problem: 'request.unprocessable',
    });
    expect(await projectAt('sandbox', company.sandboxKey)).toEqual(before);
  });

  test('refuses an outdated form and one from another site', async () => {
    const one = `${sandbox}/${await uidOf('acme', 'intake-2026')}`;
    const shown = Object.fromEntries(formOn((await admin.get(one)).html, `${one}/edit`) ?? []);
    const terms = { purpose: 'Legal', method: 'authorizationPdf' };
    await admin.send(one, `${one}/edit`, { name: 'First', ...terms });
    const stale = await admin.send('/console/account', `${one}/edit`, { ...shown, name: 'Second', ...terms });
    expect([stale.status, stale.html]).toEqual([409, expect.stringContaining('Changed since you opened it')]);
    for (const options of [{ origin: 'https://evil.example' }, { formToken: '' }])
      expect((await admin.send(one, `${one}/edit`, { name: 'Third', ...terms }, options)).status).toBe(403);
    expect(await projectAt('intake-2026', company.sandboxKey)).toMatchObject({ name: 'First' });
  });

  test("is the same 404 for a project that the member can't see and an absent one [CONSOLE-13]", async () => {
    const email = 'some@acme.example';
    await world.change(change =>
      addMember(change, {
        companyId: 'acme',
        email,
        name: 'S',
        role: 'Administrator',
        seesAllProjects: false,
      }),
    );
    await world.change(change =>
      grantProjectAccess(change, { companyId: 'acme', email, projectId: 'sandbox', environment: 'sandbox' }),
    );
    const some = await signedIn(world, email);
    expect((await some.get(`${sandbox}/${await uidOf('acme', 'sandbox')}`)).status).toBe(200);
    const absent = await some.get(`${sandbox}/${crypto.randomUUID()}`);
    expect(absent.status).toBe(404);
    for (const path of [
      `${sandbox}/${await uidOf('acme', 'intake-2026')}`,
      `${sandbox}/${await uidOf('acme', 'live')}`,
      `${sandbox}/${await uidOf('rival', 'sandbox')}`,
      `${sandbox}/x`,
    ])
      expect(await some.get(path)).toMatchObject({ status: 404, html: absent.html });
  });
});

test('A list of more than a hundred projects continues on the next page', async () => {
  for (let made = 0; made < 101; made++)
    await world.call('POST', '/v0/companies/rival/projects', {
      key: await keyOfRival(),
      body: { name: `Many ${made}`, purpose: 'Legal' },
    });
  const rival = await signedIn(world, 'admin@rival.example');
  const { html } = await rival.get('/console/companies/rival/sandbox/projects');
  const [, next = ''] = /href="([^"]+\?after=[^"]+)"/.exec(html) ?? [];
  const named = (page: string) => [...page.matchAll(/>(Many \d+)</g)].map(([, name]) => name);
  const all = [...named(html), ...named((await rival.get(next)).html)];
  expect(all).toHaveLength(101);
  expect(new Set(all).size).toBe(101);
});

let rivalKey: string | undefined;
async function keyOfRival(): Promise<string> {
  rivalKey ??= await world.keyFor('rival', 'admin@rival.example', 'sandbox');
  return rivalKey;
}
