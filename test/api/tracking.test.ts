/** The records that a user tracks, in the API and for webhook endpoints for tracked records. */
import type { Environment } from '../../src/domain/projects/project';
import { fanOutEvents } from '../../src/store/webhooks/fan-out';
import { addMember } from '../../src/usecases/tenants/members';
import { createEndpoint } from '../../src/usecases/webhooks/new-endpoints';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { testEndpointSealer } from '../support/endpoint-sealer';
import { jane, mercyClinic, patientsPath } from '../support/patients';

let world: ApiWorld;
let company: TestCompany;
let other: string;
const email = 'other@acme.example';
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  const member = { companyId: 'acme', email, name: 'Other', role: 'Member', seesAllProjects: true };
  await world.change(change => addMember(change, member));
  other = await world.keyFor('acme', email, 'sandbox');
  await world.change(change =>
    createEndpoint(change, testEndpointSealer, {
      companyId: 'acme',
      ownerEmail: email,
      url: 'https://receiver.example/',
      name: null,
      environment: 'sandbox' satisfies Environment,
      events: ['all'],
      projectIds: [],
      isTrackedOnly: true,
      customHeaders: [],
      sendsStandardHeaders: true,
    }),
  );
});
afterAll(() => world.close());

const projectPath = '/v0/companies/acme/projects/sandbox';

async function put(patientId: string, key = company.sandboxKey): Promise<string> {
  await world.call('PUT', patientsPath(company, 'sandbox', patientId), { key, body: jane });
  return patientsPath(company, 'sandbox', patientId);
}

async function ask(patientPath: string, key = company.sandboxKey): Promise<string> {
  const body = { ...mercyClinic, billing: true };
  const { json } = await world.call('POST', `${patientPath}/record-requests`, { key, body });
  const [made] = json['requests'] as Array<{ request: { id: string } }>;
  return `${patientPath}/record-requests/${made?.request.id ?? ''}`;
}

async function track(path: string, tracked: boolean, key = other): Promise<unknown> {
  const { json } = await world.call('PUT', `${path}/tracking`, { key, body: { tracked } });
  return json;
}

async function tracking(path: string, key = other): Promise<unknown> {
  return (await world.call('GET', `${path}/tracking`, { key })).json;
}

/** Returns the events for the other user's endpoint since the last call. */
async function newEvents(): Promise<string[]> {
  await fanOutEvents(world.db, 1_000, new Date());
  const rows = (await world.db('webhook_delivery').orderBy('event_id').select('event_type')) as Array<{
    event_type: string;
  }>;
  await world.db('webhook_delivery').delete();
  return rows.map(({ event_type: type }) => type);
}

test('The user who creates a record tracks it and the records below it, and no other user does [HOOK-6] [HOOK-8]', async () => {
  const [mine, theirs] = [await put('mine', other), await put('theirs')];
  const below = await ask(mine);
  expect(await tracking(mine)).toEqual({ tracked: true, inherited: false });
  expect(await tracking(below)).toEqual({ tracked: true, inherited: true });
  expect(await tracking(theirs)).toEqual({ tracked: false, inherited: false });
  expect(await tracking(theirs, company.sandboxKey)).toEqual({ tracked: true, inherited: false });
  await ask(theirs);
  expect(await newEvents()).toEqual(['patient.created', 'recordRequest.created']);
});

test('A tracked patient sends events of its record requests and their notes until it is untracked [HOOK-7] [HOOK-8] [DECISION-62]', async () => {
  const patient = await put('followed');
  expect(await track(patient, true)).toEqual({ tracked: true, inherited: false });
  await newEvents();
  const request = await ask(patient);
  await world.call('POST', `${request}/notes`, { key: company.sandboxKey, body: { content: 'called' } });
  expect(await newEvents()).toEqual(['recordRequest.created', 'note.created']);
  expect(await track(request, false)).toEqual({ tracked: false, inherited: false });
  await world.call('POST', `${request}/notes`, { key: company.sandboxKey, body: { content: 'again' } });
  expect(await newEvents()).toEqual([]);
  await ask(patient);
  expect(await newEvents()).toEqual(['recordRequest.created']);
  expect(await track(patient, false)).toEqual({ tracked: false, inherited: false });
  await ask(patient);
  expect(await newEvents()).toEqual([]);
});

test('A tracked project sends events of every patient except untracked ones [HOOK-8]', async () => {
  const except = await put('except');
  await track(except, false);
  expect(await track(projectPath, true)).toEqual({ tracked: true, inherited: false });
  await newEvents();
  await put('new');
  await ask(except);
  expect(await newEvents()).toEqual(['patient.created']);
  await track(projectPath, false);
  expect(await tracking(projectPath)).toEqual({ tracked: false, inherited: false });
});

test('The user who creates a project tracks it [HOOK-8]', async () => {
  const body = { id: 'made', name: 'Made', purpose: 'Legal' };
  await world.call('POST', '/v0/companies/acme/projects', { key: company.sandboxKey, body });
  const made = '/v0/companies/acme/projects/made';
  expect(await tracking(made, company.sandboxKey)).toEqual({ tracked: true, inherited: false });
  expect(await tracking(made)).toEqual({ tracked: false, inherited: false });
});

test("A key can't track a record that it can't see, and gets 404 [KEY-3] [KEY-4]", async () => {
  const theirs = await world.company('umbrella');
  const patient = await put('hidden');
  const request = await ask(patient);
  const before = await world.db('tracking').orderBy('record_uid');
  const answers = await Promise.all(
    [projectPath, patient, request].flatMap(path =>
      [theirs.sandboxKey, company.productionKey].flatMap(key => [
        world.call('GET', `${path}/tracking`, { key }),
        world.call('PUT', `${path}/tracking`, { key, body: { tracked: true } }),
      ]),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect(await world.db('tracking').orderBy('record_uid')).toEqual(before);
});
