/** The console in a real browser: the cookie, what the policy stops, journeys with and without a script, and axe. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { axeTimeoutMs, startLooking } from '../support/axe';
import { startBrowser, watchPage, type Watched } from '../support/browser';
import { linkTo } from '../support/console-visitor';
import { startCustomerPage } from '../support/customer-page';
import { until } from '../support/until';

let world: ApiWorld;
let company: TestCompany;
let browser: Browser;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  company = await world.company('acme');
  browser = await startBrowser(world.port);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

// What the embedded stack has: browsers take the loopback address for secure, so that `__Host-` holds there.
const at = (path: string): string => `http://127.0.0.1:${world.port}${path}`;

async function signIn(page: Page): Promise<void> {
  skippedMs += 16 * 60_000;
  await page.goto(at('/console'));
  await page.getByLabel('E-mail address').fill(company.email);
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
  await page.goto(at(await linkTo(world, company.email)));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Company acme' }).waitFor();
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

  test('was signed in with a cookie that no script reads, and signs out', async () => {
    expect(await context.cookies()).toMatchObject([
      { name: '__Host-recordwell', secure: true, httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 },
    ]);
    await page.getByText('Admin', { exact: true }).click();
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
    const findViolations = await startLooking(browser, signIn);
    const pages = [
      ...['/console/companies', '/console/account', '/console/nothing', '/console/sign-in/sent'],
      ...['/console/companies/acme/production', '/console/companies/acme/sandbox/keys'],
    ];
    for (const path of pages) expect([path, await findViolations(at(path))]).toEqual([path, []]);
    const signedOut = await startLooking(browser);
    expect(await signedOut(at('/console/sign-in'))).toEqual([]);
  },
  axeTimeoutMs,
);
