/** The company of a key, and the sites that it knows. */
import { addMember } from '../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { jane, mercyClinic, patientsPath } from '../support/patients';
import { readRows } from '../support/records';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

/** Requests records of a site. @returns its id */
async function siteOf(asked: object): Promise<string> {
  const key = company.sandboxKey;
  const patient = patientsPath(company, 'sandbox', 'p');
  await world.call('PUT', patient, { key, body: jane });
  const body = { ...mercyClinic, ...asked, billing: true };
  const { json } = await world.call('POST', `${patient}/record-requests`, { key, body });
  const [made] = json['requests'] as ReadonlyArray<{ readonly request: { readonly siteId: string } }>;
  return made?.request.siteId ?? '';
}

const sitePath = (id: string, companyId = 'acme'): string => `/v0/companies/${companyId}/sites/${id}`;

test('A company is shown with its name and time zone, to keys of both environments [EVENT-36]', async () => {
  const [stored] = await readRows<{ name: string; timeZone: string; createdAt: Date }>(
    world.db,
    `select name, time_zone as "timeZone", created_at as "createdAt" from company where id = 'acme'`,
  );
  for (const key of [company.sandboxKey, company.productionKey]) {
    const { status, json } = await world.call('GET', '/v0/companies/acme', { key });
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        id: 'acme',
        name: stored?.name,
        timeZone: stored?.timeZone,
        createdAt: stored?.createdAt.toISOString(),
      },
    });
  }
});

test('A site is shown as the company knows it, with null for what is unknown [EVENT-36]', async () => {
  const id = await siteOf({ siteAddressLine2: 'Floor 2' });
  const { status, json } = await world.call('GET', sitePath(id), { key: company.sandboxKey });
  expect({ status, json }).toEqual({
    status: 200,
    json: {
      id,
      companyId: 'acme',
      name: 'Mercy Clinic',
      systemName: null,
      npi: null,
      addressLine1: '1 Main St',
      addressLine2: 'Floor 2',
      city: 'Boston',
      state: 'MA',
      zip: '02139',
      phone: null,
      fax: null,
    },
  });
});

test('A replaced site answers with the one that replaces it [EVENT-36]', async () => {
  const old = await siteOf({ siteName: 'Harbour Clinic' });
  const current = await siteOf({ siteName: 'Harbor Clinic' });
  await world.db('site').where({ uid: old }).update({ standing: 'merged', stands_for_uid: current });
  const { json } = await world.call('GET', sitePath(old), { key: company.sandboxKey });
  expect(json).toMatchObject({ id: current, name: 'Harbor Clinic' });
});

test("Sites of the other environment and of another company don't exist for a key [KEY-9]", async () => {
  const id = await siteOf({});
  const other = await world.company('birch');
  const asked = [
    await world.call('GET', sitePath(id), { key: company.productionKey }),
    await world.call('GET', sitePath(id, 'birch'), { key: other.sandboxKey }),
    await world.call('GET', sitePath(id), { key: other.sandboxKey }),
  ];
  expect(asked.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test("A site needs the permission for the site finder, whose research it's about [EVENT-36]", async () => {
  const id = await siteOf({});
  const email = 'viewer@acme.example';
  const viewer = { companyId: 'acme', email, name: 'Viewer', role: 'Viewer', seesAllProjects: true };
  await world.change(change => addMember(change, viewer));
  const key = await world.keyFor('acme', email, 'sandbox');
  expect((await world.call('GET', sitePath(id), { key })).status).toBe(403);
  expect((await world.call('GET', '/v0/companies/acme', { key })).status).toBe(200);
});
