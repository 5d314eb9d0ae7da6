import { formTokenOf } from '../../../src/access/console-token';
import { defineRole } from '../../../src/usecases/tenants/companies';
import { addMember, assignRole } from '../../../src/usecases/tenants/members';
import { testsPerMinute } from '../../../src/usecases/webhooks/attempts';
import { eventGroupNames, eventsOfGroup } from '../../../src/domain/events/event-types';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { formOn, signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { readRows } from '../../support/records';
import { verifyWebhookSignature } from '../../support/verify-webhook-signature';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';

const place = '/console/companies/acme/sandbox';
const list = `${place}/endpoints`;

let world: ApiWorld;
let company: TestCompany;
let receiver: WebhookReceiver;
let ana: Visitor;
let admin: Visitor;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  company = await world.company('acme');
  await world.company('rival');
  receiver = await startWebhookReceiver();
  ana = await newMember('ana', 'Member');
  admin = await signedIn(world, company.email);
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

async function newMember(name: string, role: string, seesAllProjects = true): Promise<Visitor> {
  const email = `${name}@acme.example`;
  await world.change(change => addMember(change, { companyId: 'acme', email, name, role, seesAllProjects }));
  return signedIn(world, email);
}

type Fields = Parameters<Visitor['send']>[2];

async function tryToAdd(visitor: Visitor, fields: Fields = {}): Promise<ShownPage> {
  return visitor.send(`${list}/new`, list, {
    url: receiver.url('/hook'),
    events: ['patient.created', 'siteSonar.completed'],
    projects: 'all',
    ...fields,
  });
}

/** Adds an endpoint and returns its path. */
async function added(visitor: Visitor, fields: Fields = {}): Promise<string> {
  const { status, location, html } = await tryToAdd(visitor, fields);
  if (status !== 303) throw new Error(`adding answered ${status}: ${/role="alert">([^<]+)/.exec(html)?.[1]}`);
  return location.replace(/\?.*/, '');
}

async function rowOf(path: string): Promise<Record<string, unknown>> {
  const rows = await readRows<Record<string, unknown>>(
    world.db,
    'select * from webhook_endpoint where uid = ?',
    [path.slice(path.lastIndexOf('/') + 1)],
  );
  return rows[0] ?? {};
}

function faultOn({ html }: ShownPage): string {
  return /class="notice failed" role="alert">([^<]+)/.exec(html)?.[1] ?? '';
}

test('A member adds an endpoint, and its page shows the owner and header names but no header values [HOOK-1]', async () => {
  const path = await added(ana, { headers: 'X-Team: claims\nAuthorization: Bearer secret-of-theirs' });
  const row = await rowOf(path);
  expect(row).toMatchObject({
    environment: 'sandbox',
    event_types: ['patient.created', 'siteSonar.completed'],
  });
  const { html } = await ana.get(`${path}?done=added`);
  expect(html).toContain(receiver.url('/hook'));
  expect(html).toContain('ana@acme.example');
  expect(html).toContain('X-Team, Authorization');
  expect(html).not.toContain('secret-of-theirs');
  expect((await ana.get(list)).html).toContain(path);
  expect((await world.audits({ event: 'webhookEndpoint.create' })).at(-1)).toMatchObject({
    actorKind: 'console',
    outcome: 'success',
    companyUid: company.uid,
  });
});

test('The page for a new endpoint has a sample of each event group', async () => {
  const { html } = await ana.get(`${list}/new`);
  for (const group of eventGroupNames) expect(html).toContain(`Sample ${eventsOfGroup(group)[0]} event`);
  expect(html).toContain('sample-patient');
});

describe('An endpoint form', () => {
  test.each([
    ['no event', { events: [] }, 'An endpoint needs at least one event.'],
    ['an unknown event', { events: ['patient.exploded'] }, "isn't an event or an event group"],
    ['a private address', { url: 'https://10.0.0.1/hook' }, 'address'],
    ['a reserved header', { headers: 'X-Webhook-Id: 1' }, 'Header 1'],
    ['a header without a colon', { headers: 'nonsense' }, 'Header line 1'],
    [
      'all projects plus selected ones [CONSOLE-51]',
      { project: 'sandbox' },
      'You selected both all projects and individual',
    ],
    ['no project selected', { projects: 'picked' }, 'Select at least one project'],
    ['an unknown project', { projects: 'picked', project: 'absent' }, 'no sandbox project absent'],
    [
      'a project in the other environment',
      { projects: 'picked', project: 'live' },
      'no sandbox project live',
    ],
  ])('with %s is refused with an error, and audited', async (_, fields, sentence) => {
    const before = (await world.audits({ event: 'webhookEndpoint.create' })).length;
    const answer = await tryToAdd(ana, { url: receiver.url('/typed'), ...fields });
    expect(answer.status).toBe(422);
    expect(faultOn(answer)).toContain(sentence);
    expect(answer.html).not.toContain('`');
    expect((await world.audits({ event: 'webhookEndpoint.create' })).slice(before)).toMatchObject([
      { outcome: 'refused', problem: 'request.unprocessable', actorKind: 'console' },
    ]);
  });

  test("doesn't reveal a project that the member can't see", async () => {
    const narrow = await newMember('narrow', 'Member', false);
    expect((await narrow.get(`${list}/new`)).html).toContain("You can't see any projects here yet");
    const hidden = await tryToAdd(narrow, { projects: 'picked', project: 'sandbox' });
    const absent = await tryToAdd(narrow, { projects: 'picked', project: 'absent' });
    expect(faultOn(hidden).replace('sandbox.', 'absent.')).toBe(faultOn(absent));
  });

  test('escapes what was typed when it shows it again', async () => {
    const url = 'https://example.com/"><script>alert(1)</script>';
    const { html } = await tryToAdd(ana, { url, events: [] });
    expect(html).not.toContain('<script>alert');
  });
});

test('An endpoint is edited, and a form older than the last edit changes nothing [CONSOLE-17]', async () => {
  const path = await added(ana);
  const { html } = await ana.get(path);
  const stale = Object.fromEntries(formOn(html, `${path}/edit`) ?? []);
  const fields = {
    url: receiver.url('/other'),
    events: ['note.created'],
    projects: 'picked',
    project: 'sandbox',
  };
  expect((await ana.send(path, `${path}/edit`, fields)).location).toBe(`${path}?done=edited`);
  expect(await rowOf(path)).toMatchObject({ url: receiver.url('/other'), event_types: ['note.created'] });
  const late = await ana.send('/console/account', `${path}/edit`, {
    ...stale,
    ...fields,
    url: receiver.url('/late'),
  });
  expect(late.status).toBe(409);
  expect(await rowOf(path)).toMatchObject({ url: receiver.url('/other') });
  const refused = await ana.send(path, `${path}/edit`, { ...fields, url: 'https://127.0.0.1.nip.invalid/' });
  expect(refused.status).toBe(422);
  expect((await ana.send(path, `${path}/headers`, { headers: 'X-A: 1' })).location).toBe(
    `${path}?done=headers`,
  );
  expect((await ana.get(path)).html).toContain('X-A');
});

test('A form for a new endpoint that is sent twice adds one [CONSOLE-63]', async () => {
  const fields = { url: receiver.url('/once'), events: 'patient.created', projects: 'all' };
  const { html } = await ana.get(`${list}/new`);
  const once = formOn(html, list)?.get('once') ?? '';
  const sent = await Promise.all([
    ana.send(`${list}/new`, list, { ...fields, once }),
    ana.send(`${list}/new`, list, { ...fields, once }),
  ]);
  expect(new Set(sent.map(({ location }) => location)).size).toBe(1);
  const rows = await readRows(world.db, 'select uid from webhook_endpoint where url = ?', [fields.url]);
  expect(rows).toHaveLength(1);
});

test('A named endpoint is shown by its name, and otherwise by its URL [HOOK-33]', async () => {
  const path = await added(ana, { url: receiver.url('/named'), name: ' Case   system ' });
  expect((await ana.get(path)).html).toContain('<h1>Case system</h1>');
  expect((await ana.get(`${path}/deliveries`)).html).toContain('>Case system</a>');
  const unnamed = { url: receiver.url('/named'), name: '', events: 'patient.created', projects: 'all' };
  expect((await ana.send(path, `${path}/edit`, unnamed)).location).toBe(`${path}?done=edited`);
  expect((await ana.get(path)).html).toContain(`<h1>${receiver.url('/named')}</h1>`);
  const long = await tryToAdd(ana, { url: receiver.url('/named'), name: 'x'.repeat(101) });
  expect(long.html).toContain('Enter a name of at most 100 characters.');
});

test('A secret is shown only soon after sign-in and audited; both secrets sign after a rotation [CONSOLE-8] [CONSOLE-17]', async () => {
  const path = await added(ana, { url: receiver.url('/signed') });
  const secretOn = (html: string): string => /id="secret">([0-9a-f-]{36})</.exec(html)?.[1] ?? '';
  const first = secretOn((await ana.send(path, `${path}/secret`)).html);
  expect(first).toHaveLength(36);
  expect((await ana.get(path)).html).not.toContain(first);
  await ana.send(path, `${path}/rotate`);
  const { html } = await ana.get(path);
  expect(html).toContain('Deliveries are also signed with previous secrets');
  expect(html).toMatch(/data-until="\d{4}-/);
  const second = secretOn((await ana.send(path, `${path}/secret`)).html);
  expect(second).not.toBe(first);
  await ana.send(path, `${path}/test`);
  const [webhook] = await receiver.until('/signed', all => all.length >= 2);
  if (webhook === undefined) throw new Error('nothing was received');
  for (const secret of [first, second])
    expect(await verifyWebhookSignature(webhook, secret, (Date.now() + skippedMs) / 1000)).toBe(true);
  await ana.send(path, `${path}/expire-old-secret`);
  expect((await ana.get(path)).html).not.toContain('previous secrets until');
  const shown = await world.audits({ event: 'webhookEndpoint.showSecret' });
  expect(shown.filter(({ actorKind }) => actorKind === 'console').length).toBeGreaterThanOrEqual(2);
  skippedMs += 10 * 60_000;
  const later = await ana.send(path, `${path}/secret`);
  expect([later.status, later.location]).toEqual([303, `/console/sign-in?to=${encodeURIComponent(path)}`]);
  ana = await signedIn(world, 'ana@acme.example');
  admin = await signedIn(world, company.email);
});

test("A test sends a sample of each event group and shows the receiver's responses [CONSOLE-17]", async () => {
  const path = await added(ana, { url: receiver.url('/tested') });
  receiver.respond('/tested', ({ envelope }) => (envelope.eventType === 'patient.created' ? 204 : 503));
  receiver.answer('/tested', { body: 'the <b>receiver</b> said so' });
  const { status, html } = await ana.send(path, `${path}/test`);
  expect(status).toBe(200);
  expect(receiver.at('/tested').map(({ envelope }) => envelope.eventType)).toEqual([
    'patient.created',
    'siteSonar.completed',
  ]);
  expect(html).toContain('HTTP 204');
  expect(html).toContain('HTTP 503');
  expect(html).toContain('the &lt;b>receiver');
});

test('An endpoint can be tested six times a minute, and the next test is 429 [CONSOLE-17]', async () => {
  const path = await added(ana, { url: receiver.url('/flooded'), events: ['note.created'] });
  const statuses = [];
  for (let tested = 0; tested <= testsPerMinute; tested++)
    statuses.push((await ana.send(path, `${path}/test`)).status);
  expect(statuses).toEqual([...Array.from({ length: testsPerMinute }, () => 200), 429]);
  expect(receiver.at('/flooded')).toHaveLength(testsPerMinute);
});

test('An endpoint is paused, resumed, and deleted [CONSOLE-17]', async () => {
  const path = await added(ana);
  const form = formOn((await ana.get(path)).html, `${path}/pause`)?.get('form') ?? '';
  expect((await ana.send(path, `${path}/pause`)).location).toBe(`${path}?done=paused`);
  expect((await ana.get(path)).html).toContain('This endpoint is paused');
  const twice = await ana.send('/console/account', `${path}/pause`, { form });
  expect(faultOn(twice)).toBe('The endpoint is already disabled.');
  expect((await ana.send(path, `${path}/resume`, { held: 'send' })).location).toContain('done=enabled');
  expect((await ana.send(path, `${path}/delete`)).location).toBe(`${list}?done=deleted`);
  expect((await ana.get(path)).status).toBe(404);
});

describe('Access to an endpoint [KEY-16]', () => {
  const acts = [
    'edit',
    'headers',
    'pause',
    'resume',
    'enable',
    'delete',
    'upgrade',
    'rotate',
    'expire-old-secret',
    'secret',
    'test',
  ];

  /** Posts with a valid form token, even where no page shows the visitor a form. */
  async function force(visitor: Visitor, path: string): Promise<number> {
    const token = visitor.cookie().split('=')[1] ?? '';
    return (await visitor.send('/console/account', path, { form: formTokenOf(token, path), held: 'send' }))
      .status;
  }

  test("lets an administrator view another member's endpoint, but change nothing", async () => {
    const path = await added(ana, { headers: 'X-Team: claims' });
    const before = await rowOf(path);
    const { status, html } = await admin.get(path);
    expect(status).toBe(200);
    expect(html).toContain('View only.');
    expect(html).not.toContain(`action="${path}`);
    for (const act of acts) expect([act, await force(admin, `${path}/${act}`)]).toEqual([act, 403]);
    expect(await rowOf(path)).toEqual(before);
    expect((await admin.get(`${path}/deliveries`)).status).toBe(200);
  });

  test('is the same 404 as for an absent one to other members, companies, and environments [CONSOLE-13]', async () => {
    const path = await added(ana);
    const bob = await newMember('bob', 'Member');
    const uid = path.slice(path.lastIndexOf('/') + 1);
    const absent = `${list}/01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60`;
    const rival = await signedIn(world, 'admin@rival.example');
    const pages: ReadonlyArray<readonly [Visitor, string, string]> = [
      [bob, path, absent],
      [bob, `${path}/deliveries`, `${absent}/deliveries`],
      [bob, `${list}/not-a-uuid`, absent],
      [rival, path, absent],
      [rival, path.replace('/acme/', '/rival/'), absent.replace('/acme/', '/rival/')],
      [ana, `/console/companies/acme/production/endpoints/${uid}`, absent.replace('sandbox', 'production')],
    ];
    for (const [visitor, there, notThere] of pages) {
      const one = await visitor.get(there);
      const other = await visitor.get(notThere);
      expect([there, one.status, one.html]).toEqual([there, 404, other.html]);
    }
    for (const act of acts) expect([act, await force(bob, `${path}/${act}`)]).toEqual([act, 404]);
    expect((await bob.get(list)).html).not.toContain(uid);
  });

  test('requires ManageWebhooks to add one, and is view only for an owner who lost it [KEY-11]', async () => {
    const vic = await newMember('vic', 'Viewer');
    expect((await vic.get(`${list}/new`)).status).toBe(403);
    expect(await force(vic, list)).toBe(403);
    const lost = await newMember('lost', 'Member');
    const path = await added(lost);
    await world.change(change =>
      assignRole(change, { companyId: 'acme', email: 'lost@acme.example', role: 'Viewer' }),
    );
    expect((await lost.get(path)).html).toContain('View only.');
    expect(await force(lost, `${path}/pause`)).toBe(403);
  });

  test("doesn't offer an event that the role doesn't permit [KEY-13]", async () => {
    await world.change(change =>
      defineRole(change, {
        companyId: 'acme',
        name: 'Hooks',
        permissions: ['ManageWebhooks', 'ViewPatients'],
      }),
    );
    const hook = await newMember('hook', 'Hooks');
    expect((await hook.get(`${list}/new`)).html).toContain('not allowed for your role');
    const answer = await tryToAdd(hook, { events: ['recordRequest.followUpDue'] });
    expect(faultOn(answer)).toContain('ConfigureFollowUpNotifications');
  });
});

test('An endpoint says how many attempts succeeded in the last 24 hours [CONSOLE-120]', async () => {
  const path = await added(ana);
  const none = await ana.get(path);
  expect(none.html).toContain('No attempts in the last 24 hours.');
  await world.db.raw(
    `insert into webhook_delivery (uid, endpoint_uid, event_id, event_uid, event_type, company_uid,
       record_uid, status, is_released, attempts, created_at, updated_at)
     select uuidv7(), ?, n, gen_random_uuid(), 'patient.created', ?, gen_random_uuid(),
       case when n = 1 then 'failed' else 'succeeded' end, true, 1, now(), now()
     from generate_series(1, 8) n`,
    [path.slice(-36), company.uid],
  );
  expect((await ana.get(path)).html).toContain('87.5% of 8 attempts in the last 24 hours');
  expect((await ana.get(list)).html).toContain('87.5% of 8 attempts');
  expect((await ana.get(list)).html).toContain('No attempts');
});
