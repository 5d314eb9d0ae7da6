/** The console in a real browser: the cookie, what the policy stops, journeys with and without a script, and axe. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { uuidv7 } from '../../src/platform/ids';
import { deliverToInbox } from '../../src/usecases/webhooks/inbox';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { axeTimeoutMs, startLooking } from '../support/axe';
import { startBrowser, watchPage, type Watched } from '../support/browser';
import { invite } from '../support/console-members';
import { linkTo, signedIn } from '../support/console-visitor';
import { startCustomerPage } from '../support/customer-page';
import { readRows } from '../support/records';
import { signInBy } from '../support/sign-in-walk';
import { until } from '../support/until';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

let world: ApiWorld;
let company: TestCompany;
let browser: Browser;
let receiver: WebhookReceiver;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  company = await world.company('acme');
  receiver = await startWebhookReceiver();
  browser = await startBrowser(world.port);
});
afterAll(async () => {
  await browser.close();
  await receiver.close();
  await world.close();
});

// What the embedded stack has: browsers take the loopback address for secure, so that `__Host-` holds there.
const at = (path: string): string => `http://127.0.0.1:${world.port}${path}`;

const members = '/console/companies/acme/sandbox/members';

async function membershipUid(): Promise<string> {
  const [row] = await readRows<{ uid: string }>(
    world.db,
    'select uid from membership where company_uid = ? limit 1',
    [company.uid],
  );
  return row?.uid ?? '';
}

async function projectUid(): Promise<string> {
  const [row] = await readRows<{ uid: string }>(
    world.db,
    "select uid from project where company_uid = ? and id = 'sandbox'",
    [company.uid],
  );
  return row?.uid ?? '';
}

/** Puts a delivery into the inbox that was opened. @returns its uid */
async function keepDelivery(): Promise<string> {
  const [row] = await readRows<{ uid: string }>(
    world.db,
    "select uid from webhook_endpoint where channel = 'inbox' and company_uid = ? limit 1",
    [company.uid],
  );
  const deliveryUid = uuidv7(new Date());
  await deliverToInbox(
    { db: world.services.db, clock: world.services.clock },
    {
      ...{ companyUid: company.uid, endpointUid: row?.uid ?? '', deliveryUid, eventType: 'patient.created' },
      body: Buffer.from(JSON.stringify({ id: deliveryUid, data: { id: 'p1' } })),
      signature: {
        ...{ 'x-webhook-id': deliveryUid, 'x-webhook-timestamp': '1795329246' },
        'x-webhook-signature': 'ab'.repeat(32),
      },
    },
  );
  return deliveryUid;
}

/** Invites somebody by the form of the administrator. @returns the path of the link in the mail */
async function inviteSomebody(): Promise<string> {
  const email = 'new@acme.example';
  await invite(world, await signedIn(world, company.email), email);
  return linkTo(world, email);
}

async function signIn(page: Page): Promise<void> {
  skippedMs += 16 * 60_000;
  await signInBy(page, { world, email: company.email });
}

/** Puts a delivery with two attempts into the log of an endpoint. @returns its uid */
async function logDelivery(endpointUid: string): Promise<string> {
  const uid = uuidv7(new Date());
  const body = Buffer.from(JSON.stringify({ eventType: 'patient.created', data: { id: 'p1' } }));
  await world.db.raw(
    `insert into webhook_delivery (uid, endpoint_uid, event_id, event_uid, event_type, company_uid, record_uid, status,
       is_released, body, attempts, last_http_status, created_at, updated_at)
     values (?, ?, 1, ?, 'patient.created', ?, ?, 'failed', true, ?, 2, 503, now(), now())`,
    [uid, endpointUid, uid, company.uid, uid, body],
  );
  await world.db.raw(
    `insert into webhook_attempt (delivery_uid, number, started_at, ended_at, http_status, failure, failure_detail, duration_ms,
       response_headers, response_body)
     values (?, 1, now(), now(), null, 'timeout', null, 10000, null, null),
       (?, 2, now(), now(), 503, null, null, 41, '{"content-type": "text/plain"}', 'Service unavailable')`,
    [uid, uid],
  );
  return uid;
}

describe.each([
  ['with its script', true],
  ['without a script', false],
])('a member, %s [CONSOLE-15]', (_, hasScript) => {
  let context: BrowserContext;
  let page: Page;
  let watched: Watched;
  beforeAll(async () => {
    context = await browser.newContext({
      javaScriptEnabled: hasScript,
      viewport: { width: 1280, height: 900 },
    });
    page = await context.newPage();
    watched = await watchPage(page);
    await signIn(page);
  });
  afterEach(() => expect(watched.complaints).toEqual([]));
  afterAll(() => context.close());

  test('makes a key, shown once', async () => {
    await page.getByRole('link', { name: 'Sandbox', exact: true }).click();
    await page.getByRole('link', { name: 'API keys' }).first().click();
    await page.getByText('Make a new one').click();
    await page.getByRole('button', { name: 'Make a new key and end this one' }).click();
    const key = (await page.locator('#key').textContent()) ?? '';
    expect((await world.call('GET', '/v0/companies/acme/projects', { key })).status).toBe(200);
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(hasScript ? 1 : 0);
    await page.getByRole('link', { name: 'I have copied it' }).click();
    expect(await page.content()).not.toContain(key);
  });

  test('adds an endpoint, tests it, pauses it, and deletes it', async () => {
    const path = `/browser-${String(hasScript)}`;
    await page.getByRole('link', { name: 'Webhook endpoints' }).first().click();
    await page.getByRole('link', { name: 'Add an endpoint' }).first().click();
    await page.getByLabel('Address').fill(receiver.url(path));
    if (hasScript) await page.getByRole('group', { name: 'Notes' }).getByText('All of them').click();
    await page.getByLabel('patient.created').check();
    await page.getByRole('button', { name: 'Add the endpoint' }).click();
    await page.getByText('The endpoint is added.').waitFor();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByRole('heading', { name: 'What the receiver answered' }).waitFor();
    expect(receiver.at(path)).toHaveLength(hasScript ? 2 : 1);
    await page.getByRole('button', { name: 'Show the secret' }).click();
    expect(await page.locator('#secret').textContent()).toMatch(/^[0-9a-f-]{36}$/);
    await page.getByRole('link', { name: 'Back to the endpoint' }).click();
    await page.getByText('Pause', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('It is paused.').waitFor();
    await page.getByText('Delete', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Delete the endpoint' }).click();
    await page.getByText('The endpoint is deleted.').waitFor();
  });

  test('invites somebody, who becomes a member, gets another role, and is removed', async () => {
    const email = `invited-${String(hasScript)}@acme.example`;
    await page.getByRole('link', { name: 'Members' }).first().click();
    await page.getByRole('link', { name: 'Invite somebody' }).click();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('textbox', { name: 'Name' }).fill(`Ana ${String(hasScript)}`);
    await page.getByLabel('Role').selectOption({ label: 'Viewer' });
    await page.getByLabel('All of both environments').check();
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByText('The invitation is on its way.').waitFor();
    const theirs = await browser.newContext({ javaScriptEnabled: hasScript });
    const invited = await theirs.newPage();
    await invited.goto(at(await linkTo(world, email)));
    await invited.getByRole('button', { name: 'Become a member' }).click();
    await invited.getByRole('heading', { name: 'Company acme' }).waitFor();
    expect(await invited.getByRole('link', { name: 'Members' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Members' }).first().click();
    await page.getByRole('link', { name: `Ana ${String(hasScript)}` }).click();
    await page.getByRole('combobox').selectOption({ label: 'Administrator' });
    await page.getByRole('button', { name: 'Save the role' }).click();
    await page.getByText('The role is saved.').waitFor();
    await invited.reload();
    expect(await invited.getByRole('link', { name: 'Members' }).count()).toBeGreaterThan(0);
    await page.getByText('Remove them').click();
    await page.getByRole('button', { name: 'Remove the member' }).click();
    await page.getByText('The member is removed.').waitFor();
    await invited.reload();
    await invited.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    await theirs.close();
  });

  test('makes a project, renames it, opens the inbox, and chooses e-mails', async () => {
    const name = `Intake ${String(hasScript)}`;
    await page.getByRole('link', { name: 'Projects' }).first().click();
    await page.getByRole('link', { name: 'Make a project' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Purpose').selectOption('Legal');
    await page.getByRole('button', { name: 'Make the project' }).click();
    await page.getByText('The project is there.').waitFor();
    await page.getByLabel('Name').fill(`${name}, renamed`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: `${name}, renamed` }).waitFor();
    await page.getByRole('link', { name: 'Sandbox inbox' }).first().click();
    if (hasScript) await page.getByRole('button', { name: 'Open the inbox' }).click();
    await page.getByText('Nothing came yet').waitFor();
    await page.getByRole('link', { name: 'E-mails' }).first().click();
    await page.getByLabel('patient.created').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. You are mailed these events.').waitFor();
    await page.getByText('Mail me nothing more').first().click();
    await page.getByRole('button', { name: 'Mail me nothing more' }).click();
    await page.getByText('You are mailed nothing more.').waitFor();
  });

  test('was signed in with a cookie that no script reads, and signs out', async () => {
    expect(await context.cookies()).toMatchObject([
      { name: '__Host-recordwell', secure: true, httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 },
    ]);
    await page.locator('summary', { hasText: 'Admin' }).first().click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await context.cookies()).toEqual([]);
  });
});

test('instants stand in the zone of the viewer, with the exact one to be pointed at [CONSOLE-15]', async () => {
  const context = await browser.newContext({ timezoneId: 'America/Los_Angeles', locale: 'en-US' });
  const page = await context.newPage();
  await signIn(page);
  await page.goto(at('/console/account'));
  const time = page.locator('time').first();
  const iso = (await time.getAttribute('datetime')) ?? '';
  const due = new Intl.DateTimeFormat('en-US', {
    ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: 'America/Los_Angeles' },
  }).format(new Date(iso));
  expect((await time.textContent())?.replaceAll(/\s/g, ' ')).toBe(due.replaceAll(/\s/g, ' '));
  expect(await time.getAttribute('title')).toContain(iso);
  await context.close();
});

test('a form of another port of this very host, to which the browser gives the cookie, changes nothing [CONSOLE-7]', async () => {
  const customer = await startCustomerPage(800, 600);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page);
  const keys = at('/console/companies/acme/sandbox/keys');
  await page.goto(keys);
  const before = await page.locator('dl code').first().textContent();
  const elsewhere = await context.newPage();
  await customer.frame(elsewhere, 'about:blank');
  const answered = elsewhere.waitForResponse(keys);
  await elsewhere.evaluate(
    `document.body.insertAdjacentHTML('beforeend', '<form method="post" action="${keys}"></form>'); document.forms[0].submit();`,
  );
  const answer = await answered;
  expect(answer.status()).toBe(403);
  expect((await answer.request().allHeaders())['cookie']).toContain('__Host-recordwell=');
  await page.reload();
  expect(await page.locator('dl code').first().textContent()).toBe(before);
  await context.close();
  await customer.close();
});

test('no page of the console stands in a frame of another page [CONSOLE-11]', async () => {
  const customer = await startCustomerPage(800, 600);
  const page = await browser.newPage();
  const watched = await watchPage(page);
  await customer.frame(page, at('/console/sign-in'));
  await until(
    'the browser refuses the frame',
    () => watched.complaints.join('; '),
    complaints => complaints.includes('frame-ancestors'),
  );
  await page.close();
  await customer.close();
});

test(
  'axe finds nothing on any page, large and light, small and dark, and none is wider than the screen [CONSOLE-16]',
  async () => {
    const sandbox = at('/console/companies/acme/sandbox');
    const list = `${sandbox}/endpoints`;
    let endpoint = '';
    const findViolations = await startLooking(browser, async page => {
      await signIn(page);
      await page.goto(`${list}/new`);
      await page
        .getByLabel('Address')
        .fill(receiver.url('/a-long-path-that-has-to-break-somewhere-on-a-small-screen/axe'));
      await page.getByLabel('patient.created').check();
      await page.getByRole('button', { name: 'Add the endpoint' }).click();
      endpoint = page.url().replace(/\?.*/, '');
      await page.getByRole('button', { name: 'Replace it' }).click();
    });
    const pages = [
      ...['/console/companies', '/console/account', '/console/nothing', '/console/sign-in/sent'].map(at),
      ...['/console/companies/acme/production', '/console/companies/acme/sandbox/keys'].map(at),
      ...['', '/new', `/${await membershipUid()}`].map(path => at(`${members}${path}`)),
      ...['inbox', 'notifications', 'projects', 'projects/new'].map(path => `${sandbox}/${path}`),
      ...[list, `${list}/new`, endpoint, `${endpoint}?done=edited`, `${endpoint}/deliveries`],
    ];
    for (const url of pages) expect([url, await findViolations(url)]).toEqual([url, []]);
    for (const url of [
      `${sandbox}/projects/${await projectUid()}`,
      `${sandbox}/inbox/${await keepDelivery()}`,
    ])
      expect([url, await findViolations(url)]).toEqual([url, []]);
    const delivery = await logDelivery(endpoint.slice(endpoint.lastIndexOf('/') + 1));
    for (const url of [`${endpoint}/deliveries`, `${endpoint}/deliveries/${delivery}`])
      expect([url, await findViolations(url)]).toEqual([url, []]);
    const forms: ReadonlyArray<readonly [string, string]> = [
      [endpoint, 'Show the secret'],
      [endpoint, 'Send test'],
      [`${list}/new`, 'Add the endpoint'],
      [at('/console/account'), 'Add a passkey'],
    ];
    for (const [url, button] of forms) {
      const violations = await findViolations(async page => {
        await page.goto(url);
        if (url === `${list}/new`) await page.getByLabel('Address').fill(receiver.url('/without-events'));
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('heading', { level: 1 }).waitFor();
      });
      expect([button, violations]).toEqual([button, []]);
    }
    const signedOut = await startLooking(browser);
    const doors = ['/console/sign-in', await inviteSomebody()].map(at);
    for (const url of doors) expect([url, await signedOut(url)]).toEqual([url, []]);
    const asking = await signedOut(async page => {
      await page.goto(at('/console/sign-in'));
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    });
    expect(asking).toEqual([]);
  },
  axeTimeoutMs * 2,
);
