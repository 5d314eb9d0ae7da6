import { uuidv7 } from '../../../src/platform/ids';
import { createEndpoint } from '../../../src/usecases/webhooks/new-endpoints';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { testEndpointSealer } from '../../support/endpoint-sealer';
import { newAcmeMember } from '../../support/console-members';
import { until } from '../../support/until';

let world: ApiWorld;
let company: TestCompany;
let member: Visitor;
let email: string;
const home = '/console/companies/acme/sandbox';

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  email = await newAcmeMember(world, 'starter');
  member = await signedIn(world, email);
});
afterAll(() => world.close());

/** Returns the page's steps with their state. */
async function steps(path = home): Promise<Readonly<Record<string, string>>> {
  const { html } = await member.get(path);
  return Object.fromEntries(
    [...html.matchAll(/<h3><a href="[^"]+">([^<]+)<\/a> <span class="pill \w+">(Done|To do)</g)].map(
      ([, name = '', state = '']) => [name, state],
    ),
  );
}

test('First steps are checked off from data, per environment, and disappear when all are done [CONSOLE-31]', async () => {
  const toDo = { 'Use your API key': 'To do', 'Register a patient': 'To do', 'Receive a webhook': 'To do' };
  expect(await steps()).toEqual(toDo);
  const key = await world.keyFor('acme', email, 'sandbox');
  expect(await steps()).toEqual(toDo);
  const registered = await world.call('PUT', '/v0/companies/acme/projects/sandbox/patients/p1', {
    key,
    body: { firstName: 'A', lastNames: ['B'], dateOfBirth: '1980-01-01', sex: 'Male' },
  });
  expect(registered.status).toBe(200);
  const two = { ...toDo, 'Use your API key': 'Done', 'Register a patient': 'Done' };
  await until(
    'the use of the key is noted',
    () => steps(),
    found => found['Use your API key'] === 'Done',
  );
  expect(await steps()).toEqual(two);
  const { uid } = await world.change(change =>
    createEndpoint(change, testEndpointSealer, {
      companyId: 'acme',
      ownerEmail: email,
      environment: 'sandbox',
      url: 'https://receiver.example/',
      name: null,
      events: ['all'],
      projectIds: [],
      isTrackedOnly: false,
      customHeaders: [],
      sendsStandardHeaders: true,
    }),
  );
  const delivery = uuidv7(new Date());
  await world.db.raw(
    `insert into webhook_delivery (uid, endpoint_uid, event_id, event_uid, event_type, company_uid,
      record_uid, status,
       is_released, attempts, created_at, updated_at)
     values (?, ?, 1, ?, 'patient.created', ?, ?, 'failed', true, 1, now(), now())`,
    [delivery, uid, delivery, company.uid, delivery],
  );
  expect(await steps()).toEqual(two);
  await world.db.raw("update webhook_delivery set status = 'succeeded' where uid = ?", [delivery]);
  expect(await steps()).toEqual({});
  expect((await member.get(home)).html).not.toContain('First steps');
  expect(await steps('/console/companies/acme/production')).toEqual(toDo);
});

test("First steps aren't shown to a role that can't take them [CONSOLE-31]", async () => {
  const viewer = await signedIn(world, await newAcmeMember(world, 'viewer', 'Viewer'));
  const { html } = await viewer.get(home);
  for (const step of ['Use your API key', 'Register a patient', 'Receive a webhook'])
    expect(html).not.toContain(step);
  expect(html).toContain('Nothing needs you.');
});
