import {
  approvedOrigin,
  startApiWorld,
  type Answer,
  type ApiWorld,
  type TestCompany,
} from '../support/api-world';
import { defineRole } from '../../src/usecases/tenants/companies';
import { addMember, deleteUser } from '../../src/usecases/tenants/members';
import { jane, patientsPath, putPatient, storedPatient } from '../support/patients';

const siteFinder = '/v0/site-finder/embed-token';

let world: ApiWorld;
let company: TestCompany;
let clinicalData: string;
let paths: readonly string[];
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await putPatient(world, company, 'sandbox', 'p-1', jane);
  clinicalData = `${patientsPath(company, 'sandbox', 'p-1')}/clinical-data-embed-token`;
  paths = [siteFinder, clinicalData];
});
afterAll(() => world.close());

function mint(path: string, body?: unknown, key = company.sandboxKey): Promise<Answer> {
  return world.call('POST', path, { key, body });
}

async function mintedCount(type: string, parent: string): Promise<number> {
  const { values } = await world.services.metrics.embedTokensMinted.get();
  return (
    values.find(
      ({ labels }) => Reflect.get(labels, 'type') === type && Reflect.get(labels, 'parent') === parent,
    )?.value ?? 0
  );
}

test("A site finder token has its key's company and environment, and the named parent page", async () => {
  const { siteFinderTokens, clock } = world.services;
  for (const [key, environment] of [
    [company.sandboxKey, 'sandbox'],
    [company.productionKey, 'production'],
  ] as const) {
    const { status, json } = await mint(siteFinder, { parentOrigin: approvedOrigin }, key);
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(['token']);
    expect(siteFinderTokens.open(String(json['token']), clock.now())).toMatchObject({
      companyUid: company.uid,
      environment,
      parentOrigin: approvedOrigin,
    });
  }
});

test('A clinical data token has the one patient of its path', async () => {
  const { uid, projectUid } = await storedPatient(world, company, 'sandbox', 'p-1');
  const { json } = await mint(clinicalData, { parentOrigin: approvedOrigin });
  const { clinicalDataTokens, clock } = world.services;
  const claims = clinicalDataTokens.open(String(json['token']), clock.now());
  expect(claims).toMatchObject({ companyUid: company.uid, projectUid, patientUid: uid });
  expect(claims?.parentOrigin).toBe(approvedOrigin);
});

test('An invalid or unapproved parentOrigin gets 400 on both routes, and is never repeated in the answer [EMBED-10]', async () => {
  for (const path of paths) {
    for (const parentOrigin of [
      'https://zqx-origin.example.com',
      `${approvedOrigin}:8443`,
      `${approvedOrigin}/`,
      `${approvedOrigin}/zqx-origin`,
      'https://*.example.com',
      'http://app.example.com',
      'https://APP.example.com',
      `${approvedOrigin};script-src *`,
      '',
      ' ',
      null,
      7,
      [approvedOrigin],
    ]) {
      const { status, text } = await mint(path, { parentOrigin });
      expect({ parentOrigin, status }).toEqual({ parentOrigin, status: 400 });
      expect(text).not.toContain('zqx-origin');
    }
    const { json } = await mint(path, { parentOrigin: 'https://zqx-origin.example.com/' });
    expect(json['error']).toContain('parentOrigin');
  }
});

test('A token without `parentOrigin` is valid for any page, and is counted [EMBED-12]', async () => {
  const { siteFinderTokens, clock } = world.services;
  const before = await mintedCount('site-finder', 'any');
  for (const body of [undefined, {}]) {
    const { status, json } = await mint(siteFinder, body);
    expect(status).toBe(200);
    expect(siteFinderTokens.open(String(json['token']), clock.now())?.parentOrigin).toBeNull();
  }
  expect(await mintedCount('site-finder', 'any')).toBe(before + 2);
  const named = await mintedCount('clinical-data', 'named');
  await mint(clinicalData, { parentOrigin: approvedOrigin });
  expect(await mintedCount('clinical-data', 'named')).toBe(named + 1);
});

test('A deployment can refuse tokens for any page with 400 [EMBED-12]', async () => {
  const strict = await startApiWorld({ framing: { isParentOriginRequired: true } });
  try {
    const { sandboxKey: key } = await strict.company('acme');
    const refused = await strict.call('POST', siteFinder, { key });
    expect(refused.status).toBe(400);
    expect(refused.json['error']).toContain('parentOrigin');
    const body = { parentOrigin: approvedOrigin };
    expect((await strict.call('POST', siteFinder, { key, body })).status).toBe(200);
  } finally {
    await strict.close();
  }
});

test("Each token requires its own permission, and a patient that the key can't see gets none", async () => {
  const member = { companyId: 'acme', email: 'ana@acme.example' };
  await world.change(change =>
    defineRole(change, { companyId: 'acme', name: 'Finders', permissions: ['UseSiteFinder'] }),
  );
  await world.change(change =>
    addMember(change, { ...member, name: 'Ana', role: 'Finders', seesAllProjects: true }),
  );
  const key = await world.keyFor('acme', member.email, 'sandbox');
  expect((await mint(siteFinder, {}, key)).status).toBe(200);
  expect((await mint(clinicalData, {}, key)).status).toBe(403);
  expect((await mint(clinicalData, {}, company.productionKey)).status).toBe(404);
  const nobody = `${patientsPath(company, 'sandbox', 'p-none')}/clinical-data-embed-token`;
  expect((await mint(nobody, {})).status).toBe(404);
  await world.change(change => deleteUser(change, member));
  expect((await mint(siteFinder, {}, key)).status).toBe(401);
});

test('Minting a token writes an audit row about the user or the patient', async () => {
  const { uid } = await storedPatient(world, company, 'sandbox', 'p-1');
  await mint(clinicalData, { parentOrigin: approvedOrigin });
  const [patientRow] = (await world.audits({ event: 'clinicalData.mintToken', resourceUid: uid })).slice(-1);
  expect(patientRow).toMatchObject({ outcome: 'success', companyUid: company.uid });
  await mint(siteFinder, { parentOrigin: approvedOrigin });
  const [userRow] = (await world.audits({ event: 'siteFinder.mintToken' })).slice(-1);
  expect(userRow).toMatchObject({
    outcome: 'success',
    companyUid: company.uid,
    resourceUid: userRow?.actorUid,
  });
});

test("Site finder and clinical data tokens don't open auth-check pages [EMBED-14]", async () => {
  for (const path of paths) {
    const token = String((await mint(path, { parentOrigin: approvedOrigin })).json['token']);
    expect((await world.call('GET', `/ui/auth-check/embed?token=${token}`)).status).toBe(401);
  }
});
