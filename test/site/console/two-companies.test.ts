/** One person who administers two companies, each with one of everything. */
import { formTokenOf } from '../../../src/access/console-token';
import { fanOutEvents } from '../../../src/store/webhooks/fan-out';
import { addMember } from '../../../src/usecases/tenants/members';
import { admin } from '../../support/admin-shell';
import { startApiWorld, type ApiWorld } from '../../support/api-world';
import { formOn, signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { tokenIn } from '../../support/every-page/asker';
import { consoleRows } from '../../support/every-page/console-rows';
import { markedPatient, marksOf } from '../../support/every-page/marked-patients';
import { fill, parametersOf, type Fields, type Row, type Things } from '../../support/every-page/row';
import { makeTenant, type Tenant } from '../../support/every-page/tenant-things';
import { witnessWrites, type WritesWitness } from '../../support/every-page/witness-writes';
import { jane, patientsPath } from '../../support/patients';
import { readRows } from '../../support/records';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';

/** Longer than the period in which a person gets at most five sign-in links. */
const linksAgainMs = 16 * 60_000;

let world: ApiWorld;
let receiver: WebhookReceiver;
let tenants: Readonly<Record<'acme' | 'rival', Tenant>>;
let written: WritesWitness;
let ana: Visitor;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  receiver = await startWebhookReceiver();
  const acme = await makeTenant(world, 'acme', markedPatient('Quv', 0), receiver);
  skippedMs += linksAgainMs;
  const rival = await makeTenant(world, 'rival', markedPatient('Zqx', 25), receiver, acme.company.email);
  tenants = { acme, rival };
  skippedMs += linksAgainMs;
  ana = await signedIn(world, acme.company.email);
  written = await witnessWrites(world.database);
}, 120_000);
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const both = [
  ['acme', 'rival'],
  ['rival', 'acme'],
] as const;

/** Path parameters that belong to the person in both companies, or that name no record. */
const ofNoCompany = new Set([
  'companyId',
  'environment',
  'search',
  'receiver',
  'passkey',
  'session',
  'otherToken',
  'otherRole',
  'link',
  'kind',
  'document',
  'page',
  'supportingNumber',
  'invitationLink',
]);

/** Returns the things that only this company has. */
function thingsOf(id: 'acme' | 'rival'): Array<[string, string]> {
  return Object.entries(tenants[id].things).filter(([name]) => !ofNoCompany.has(name));
}

/** Returns what a text shows of a company: its things, and the marked words of its patient. */
function shownOf(id: 'acme' | 'rival', text: string): string[] {
  const marks = id === 'acme' ? /quvacme/i : /zqxrival/i;
  const patients = id === 'acme' ? marksOf('quv') : marksOf('zqx');
  const things = thingsOf(id).filter(([, value]) => text.includes(value));
  return [
    ...things.map(([name]) => name),
    ...(marks.test(text) ? ['a name'] : []),
    ...(patients.test(text) ? ['a patient'] : []),
  ];
}

/** A page or form under a company's path. */
interface CompanyRoute extends Row {
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

function companyRoutes(method: 'GET' | 'POST'): CompanyRoute[] {
  const found = world.pageRoutes.filter(
    route => route.method === method && route.path.startsWith('/console/companies/:companyId'),
  );
  return found.map(route => {
    const name = `${route.method} ${route.path}`;
    const row = consoleRows[name];
    if (row === undefined) throw new Error(`${name} has no row`);
    return { ...row, name, method: route.method, path: route.path };
  });
}

async function send(path: string, fields: Fields): Promise<ShownPage> {
  return ana.send('/console/account', path, { ...fields, form: formTokenOf(tokenIn(ana.cookie()), path) });
}

/** Returns valid fields for a route's form, with the things of its own company. */
async function fieldsOf({ on, path, by, fields }: CompanyRoute, things: Things): Promise<Fields> {
  const typed = fields?.(things) ?? {};
  if (on === undefined) return typed;
  const { html } = await ana.get(fill(on, things, by));
  const { form: _own, ...hidden } = Object.fromEntries(formOn(html, fill(path, things, by)) ?? []);
  return { ...hidden, ...typed };
}

describe.each(both)('The console of %s', (own, other) => {
  test('shows every page, with nothing of the other company', async () => {
    const faults: string[] = [];
    const shown: string[] = [];
    for (const route of companyRoutes('GET')) {
      const { status, html } = await ana.get(fill(route.path, tenants[own].things, route.by));
      const due = route.gives === 'way' ? 303 : 200;
      if (status !== due) faults.push(`${route.name}: ${status}`);
      shown.push(...shownOf(own, html));
      faults.push(...shownOf(other, html).map(what => `${route.name}: shows ${what}`));
    }
    expect(faults).toEqual([]);
    // The company's own things are found on its pages.
    expect(shown).toEqual(
      expect.arrayContaining(['a name', 'a patient', 'inboxDelivery', 'endpoint', 'member']),
    );
  });

  test('answers 404 for each thing of the other company, and no form changes it', async () => {
    const faults: string[] = [];
    for (const route of [...companyRoutes('GET'), ...companyRoutes('POST')]) {
      const { things } = tenants[own];
      const fields = route.method === 'POST' ? await fieldsOf(route, things) : {};
      for (const parameter of parametersOf(route.path)) {
        const thing = route.by?.[parameter] ?? parameter;
        const theirs = tenants[other].things[thing];
        if (ofNoCompany.has(thing) || theirs === undefined) continue;
        const path = fill(route.path, { ...things, [thing]: theirs }, route.by);
        await written();
        const { status, html } = await (route.method === 'GET' ? ana.get(path) : send(path, fields));
        if (status !== 404) faults.push(`${route.name}: ${status} for ${thing}`);
        faults.push(...(await written()).map(line => `${route.name}: ${thing}: ${line}`));
        const others = shownOf(other, html.replaceAll(theirs, ''));
        faults.push(...others.map(what => `${route.name}: shows ${what}`));
      }
    }
    expect(faults).toEqual([]);
  });

  test('refuses a form that names a thing of the other company', async () => {
    const faults: string[] = [];
    for (const route of companyRoutes('POST')) {
      const { things } = tenants[own];
      for (const [field, thing] of Object.entries(route.names ?? {})) {
        const fields = { ...(await fieldsOf(route, things)), [field]: tenants[other].things[thing] ?? '' };
        await written();
        const { status } = await send(fill(route.path, things, route.by), fields);
        if (status < 400) faults.push(`${route.name}: ${field} is taken: ${status}`);
        faults.push(...(await written()).map(line => `${route.name}: ${field}: ${line}`));
      }
    }
    expect(faults).toEqual([]);
  });

  test('lists only its own records, as the admin CLI does', async () => {
    for (const line of [
      'webhook list',
      'webhook inbox',
      'key list',
      'user list',
      'project list',
      'role list',
    ]) {
      const { exitCode, stdout } = await admin(world, [...line.split(' '), '--company', own, '--json']);
      expect([line, exitCode, shownOf(other, stdout)]).toEqual([line, 0, []]);
      expect([line, JSON.parse(stdout)]).not.toEqual([line, []]);
    }
  });

  test('has API keys that open nothing of the other company', async () => {
    const { sandboxKey: key } = tenants[own].company;
    const { company } = tenants[other];
    const listed = await world.call('GET', `/v0/companies/${own}/projects`, { key });
    expect([listed.status, shownOf(other, listed.text)]).toEqual([200, []]);
    const patient = other === 'rival' ? 'Zqxid025' : 'Quvid000';
    const path = patientsPath(company, 'sandbox', patient);
    expect((await world.call('GET', path, { key: company.sandboxKey })).status).toBe(200);
    const answers = [
      await world.call('GET', `/v0/companies/${other}/projects`, { key }),
      await world.call('GET', path, { key }),
      await world.call('DELETE', path, { key }),
    ];
    for (const { status, text } of answers) {
      expect([404, 405]).toContain(status);
      expect(shownOf(other, text)).toEqual([]);
    }
  });
});

test.each(both)("A patient's events at %s go only to that company's endpoints and e-mail", async own => {
  const { company } = tenants[own];
  const flush = (): Promise<number> => fanOutEvents(world.db, 1_000, new Date());
  while ((await flush()) > 0);
  const [newest] = await readRows<{ last: string }>(
    world.db,
    'select max(event_id)::text as last from webhook_delivery',
  );
  const path = patientsPath(company, 'sandbox', 'newcomer');
  expect((await world.call('PUT', path, { key: company.sandboxKey, body: jane })).status).toBe(200);
  expect(await flush()).toBeGreaterThan(0);
  const deliveries = await readRows<{ channel: string; endpointOf: string; deliveryOf: string }>(
    world.db,
    `select e.channel, e.company_uid as "endpointOf", d.company_uid as "deliveryOf"
       from webhook_delivery d join webhook_endpoint e on e.uid = d.endpoint_uid
       where d.event_id > ?::bigint`,
    [newest?.last ?? '0'],
  );
  expect(deliveries.map(({ channel }) => channel)).toEqual(expect.arrayContaining(['webhook', 'email']));
  const companies = deliveries.flatMap(({ endpointOf, deliveryOf }) => [endpointOf, deliveryOf]);
  expect(new Set(companies)).toEqual(new Set([company.uid]));
});

test('A person who left one company keeps keys, endpoints, and notifications in the other', async () => {
  const { acme, rival } = tenants;
  const email = 'boss@acme.example';
  await world.change(change =>
    addMember(change, {
      companyId: 'acme',
      email,
      name: 'Boss',
      role: 'Administrator',
      seesAllProjects: true,
    }),
  );
  const boss = await signedIn(world, email);
  const endpointsOf = async (companyUid: string): Promise<unknown[]> =>
    readRows(
      world.db,
      'select uid, disabled_at, deleted_at from webhook_endpoint where company_uid = ? order by uid',
      [companyUid],
    );
  const before = await endpointsOf(rival.company.uid);
  const [membership] = await readRows<{ uid: string }>(
    world.db,
    'select m.uid from membership m join app_user u on u.uid = m.user_uid where u.email = ? and ' +
      'm.company_uid = ?',
    [acme.company.email, acme.company.uid],
  );
  const member = `/console/companies/acme/sandbox/members/${membership?.uid ?? ''}`;
  const statusOf = async ({ id, sandboxKey }: Tenant['company']): Promise<number> =>
    (await world.call('GET', `/v0/companies/${id}/projects`, { key: sandboxKey })).status;

  expect((await boss.send(member, `${member}/end-keys`)).status).toBe(303);
  expect([await statusOf(acme.company), await statusOf(rival.company)]).toEqual([401, 200]);

  expect((await boss.send(member, `${member}/remove`)).status).toBe(303);
  ana = await signedIn(world, acme.company.email);
  expect((await ana.get('/console/companies/acme/sandbox')).status).toBe(404);
  expect((await ana.get('/console/companies/rival/sandbox')).status).toBe(200);
  expect(await statusOf(rival.company)).toBe(200);
  expect(before.length).toBeGreaterThan(3);
  expect(await endpointsOf(rival.company.uid)).toEqual(before);
  const inbox = '/console/companies/rival/sandbox/inbox';
  expect((await ana.get(`${inbox}/${rival.things['inboxDelivery'] ?? ''}`)).status).toBe(200);
});
