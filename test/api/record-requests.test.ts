import { lockRecordRequestByUid } from '../../src/store/record-requests/record-requests';
import { defineRole } from '../../src/usecases/tenants/companies';
import { addMember } from '../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { jane, mercyClinic, patientsPath, putPatient } from '../support/patients';
import { withoutUuids } from '../support/without-uuids';

let world: ApiWorld;
let company: TestCompany;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await putPatient(world, company, 'sandbox', 'p-1', jane);
});
afterAll(() => world.close());

async function ask(site: object): Promise<[number, unknown]> {
  const path = `${patientsPath(company, 'sandbox', 'p-1')}/record-requests`;
  const body = { ...site, medicalRecord: true };
  const { status, json } = await world.call('POST', path, { key: company.sandboxKey, body });
  return [status, json['error']];
}

test('A record request with an incomplete site address is refused with the name of each missing field', async () => {
  expect(await ask({ siteName: 'Harbor General', siteCity: 'Boston', siteAddressLine2: 'Wing B' })).toEqual([
    400,
    "We couldn't find that site. `siteAddressLine1` is required without `siteId`; " +
      '`siteState` is required without `siteId`; `siteZip` is required without `siteId`.',
  ]);
});

test('A record request with an unknown site id is refused without listing address fields', async () => {
  expect(await ask({ siteId: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61' })).toEqual([
    400,
    "We couldn't find that site.",
  ]);
});

test('The same record request can be submitted again while the first one is being updated [REQUEST-28]', async () => {
  const path = `${patientsPath(company, 'sandbox', 'p-1')}/record-requests`;
  const post = () =>
    world.call('POST', path, { key: company.sandboxKey, body: { ...mercyClinic, billing: true } });
  const { json } = await post();
  const [first] = json['requests'] as Array<{ request: { id: string } }>;
  await world.db.transaction(async tx => {
    await lockRecordRequestByUid(tx, first?.request.id ?? '');
    expect((await post()).status).toBe(201);
  });
});

test('A due date, rush, and certification are kept for every kind, and the due date can change [REQUEST-39]', async () => {
  const key = company.sandboxKey;
  const path = `${patientsPath(company, 'sandbox', 'p-1')}/record-requests`;
  const terms = { dueDate: '2026-12-24', rush: true, certification: true };
  const form = { ...mercyClinic, billing: true, imaging: true, startDateOfService: '2020-01-01' };
  const { json } = await world.call('POST', path, { key, body: { ...form, ...terms } });
  expect(json['requests']).toMatchObject([{ request: terms }, { request: terms }]);
  const [made] = json['requests'] as Array<{ request: { id: string } }>;
  const own = `${path}/${made?.request.id ?? ''}`;
  const edited = await world.call('PATCH', own, { key, body: { dueDate: null } });
  expect(edited.json['request']).toMatchObject({ ...terms, dueDate: null });
  const wrong = await world.call('PATCH', own, { key, body: { dueDate: '2026-02-30' } });
  expect(wrong.status).toBe(422);
  const plain = await world.call('POST', path, { key, body: { ...form, endDateOfService: '2021-01-01' } });
  expect(plain.json['requests']).toMatchObject([
    { request: { dueDate: null, rush: false, certification: false } },
    {},
  ]);
});

test('Dates of service that end before the birth are refused, unless the key may not see the patient [REQUEST-57]', async () => {
  const path = `${patientsPath(company, 'sandbox', 'p-1')}/record-requests`;
  const send = (key: string, startDateOfService: string, endDateOfService: string) =>
    world.call('POST', path, {
      key,
      body: { ...mercyClinic, billing: true, startDateOfService, endDateOfService },
    });
  const early = await send(company.sandboxKey, '1950-01-01', '1984-02-28');
  expect([early.status, early.json['problem']]).toEqual([400, 'recordRequest.beforeBirth']);
  expect(withoutUuids(JSON.stringify(early.json))).not.toContain('1984');
  expect((await send(company.sandboxKey, '1950-01-01', '1984-02-29')).status).toBe(201);
  const clerk = { companyId: company.id, name: 'Clerk', email: 'clerk@acme.example' };
  await world.change(change =>
    defineRole(change, { ...clerk, permissions: ['ManageRecordRequests', 'ViewProjects'] }),
  );
  await world.change(change => addMember(change, { ...clerk, role: 'Clerk', seesAllProjects: true }));
  const blind = await world.keyFor(company.id, clerk.email, 'sandbox');
  expect((await send(blind, '1950-01-01', '1984-02-28')).status).toBe(201);
});

test('Every record request has a number that stays, and that no other one has [REQUEST-56]', async () => {
  const key = company.sandboxKey;
  const path = `${patientsPath(company, 'sandbox', 'p-1')}/record-requests`;
  const form = { ...mercyClinic, billing: true, imaging: true, startDateOfService: '2019-01-01' };
  const { json } = await world.call('POST', path, { key, body: form });
  const made = json['requests'] as Array<{ request: { id: string; requestNumber: string } }>;
  const numbers = made.map(({ request }) => request.requestNumber);
  expect(new Set(numbers).size).toBe(2);
  for (const number of numbers) expect(number).toMatch(/^RR-\d{3}-\d{3}-\d{4}$/);
  const own = `${path}/${made[0]?.request.id ?? ''}`;
  const edited = await world.call('PATCH', own, { key, body: { dueDate: '2026-12-24' } });
  expect(edited.json['request']).toMatchObject({ requestNumber: numbers[0] });
  const named = await world.call('POST', path, { key, body: { ...form, requestNumber: numbers[0] } });
  const again = named.json['requests'] as Array<{ request: { requestNumber: string } }>;
  for (const { request } of again) expect(numbers).not.toContain(request.requestNumber);
});

describe('The reference of a record request [REQUEST-38]', () => {
  const requests = (id: string): string => `${patientsPath(company, 'sandbox', id)}/record-requests`;
  const send = (method: string, path: string, body?: object) =>
    world.call(method, path, { key: company.sandboxKey, ...(body === undefined ? {} : { body }) });

  test('is set on creation for every kind, changed and cleared later, and in no event', async () => {
    await putPatient(world, company, 'sandbox', 'p-2', { ...jane, reference: 'Matter 7' });
    const form = { ...mercyClinic, billing: true, imaging: true, reference: ' PI-0042\tB ' };
    const { status, json } = await send('POST', requests('p-2'), form);
    expect(status).toBe(201);
    expect(json['requests']).toMatchObject([
      { request: { reference: 'PI-0042 B' } },
      { request: { reference: 'PI-0042 B' } },
    ]);
    const [made] = json['requests'] as Array<{ request: { id: string } }>;
    const path = `${requests('p-2')}/${made?.request.id ?? ''}`;
    const edited = await send('PATCH', path, { reference: 'PI-0043' });
    expect(edited.json['request']).toMatchObject({ reference: 'PI-0043', followUpDate: null });
    expect((await send('GET', path)).json['request']).toMatchObject({ reference: 'PI-0043' });
    await send('PATCH', path, { reference: null });
    expect((await send('GET', path)).json['request']).toMatchObject({ reference: null });
    expect((await send('GET', patientsPath(company, 'sandbox', 'p-2'))).json['patient']).toMatchObject({
      reference: 'Matter 7',
    });
    expect(JSON.stringify(await world.events(made?.request.id ?? ''))).not.toContain('PI-004');
  });

  test('has at most 255 characters, and an error never repeats it', async () => {
    const answer = await send('POST', requests('p-1'), {
      ...mercyClinic,
      billing: true,
      reference: 'R'.repeat(256),
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('`reference` must have at most 255 characters');
    expect(answer.text).not.toContain('RRR');
  });
});
