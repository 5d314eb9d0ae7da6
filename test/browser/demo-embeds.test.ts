/** The embedded stack's page with all four embeds, on its own origin, in a real browser. */
import { get } from 'node:http';
import type { Browser } from 'playwright-core';
import { freePort } from '../../stack/run/ports';
import { demoEmbedsUrl, startDemoEmbeds, type DemoEmbeds } from '../../stack/run/demo-embeds/server';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { axeTimeoutMs, startLooking } from '../support/axe';
import { startBrowser, watchPage } from '../support/browser';
import { seedVisits } from '../support/seeded-visits';
import { until } from '../support/until';

let world: ApiWorld;
let company: TestCompany;
let browser: Browser;
let demo: DemoEmbeds;
let url: string;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await seedVisits(world, company, { project: 'sandbox', patientId: 'demo-embeds' });
  browser = await startBrowser(world.port);
  const port = await freePort();
  const key = company.sandboxKey;
  demo = await startDemoEmbeds(port, { api: world.url, key, companyId: 'acme', projectId: 'sandbox' });
  url = demoEmbedsUrl(port);
});
afterAll(async () => {
  await browser.close();
  demo.stop();
  await world.close();
});

test('The demo page frames all four embeds, lists their messages, and violates no policy [EMBED-27]', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const { complaints, requested } = await watchPage(page);
  await page.goto(url);
  const frame = (title: string) => page.frameLocator(`iframe[title="${title}"]`);
  await frame('Badge of the authorization check').getByText('Checking the authorization').waitFor();
  await frame('Authorization check').getByRole('heading', { name: 'Authorization check' }).waitFor();
  await frame('Site finder').getByRole('heading', { name: 'Find a facility' }).waitFor();
  await frame('Clinical data').getByRole('link', { name: 'Diagnoses' }).click();
  await frame('Clinical data').getByRole('heading', { name: 'Diagnoses' }).waitFor();
  const messages = await until(
    'two messages to be listed',
    () => page.locator('#messages li').allTextContents(),
    lines => lines.length >= 2,
  );
  expect(messages.map(line => (JSON.parse(line) as Record<string, unknown>)['tab'])).toEqual([
    'diagnoses',
    'visits',
  ]);
  expect(complaints).toEqual([]);
  // Only the server uses the key to get tokens; it is nowhere in the browser.
  expect(requested.join(' ') + (await page.content())).not.toContain(company.sandboxKey);
  await page.close();
});

test("A message from an origin other than the API's isn't listed", async () => {
  const page = await browser.newPage();
  await page.goto(url);
  await page.evaluate(`postMessage({ type: 'recordwell:site-finder', siteId: 'forged' }, '*')`);
  await until('the first state of clinical data', () => page.locator('#messages li').count());
  expect(await page.locator('#messages').textContent()).not.toContain('forged');
  await page.close();
});

test('The demo server answers only this machine, only its page, and under a strict policy [EMBED-27]', async () => {
  const { headers } = await fetch(url);
  expect(headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `frame-src ${world.url}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  expect((await fetch(new URL('/', url))).status).toBe(404);
  const { hostname, port, pathname } = new URL(url);
  // A stranger's host name that resolves to this machine.
  const renamed = await new Promise<number | undefined>((resolve, reject) => {
    get({ hostname, port, path: pathname, headers: { host: `rebound.example:${port}` } }, answer => {
      answer.resume();
      resolve(answer.statusCode);
    }).once('error', reject);
  });
  expect(renamed).toBe(421);
  expect((await fetch(url, { method: 'POST' })).status).toBe(405);
});

test('The demo page says that it has no token when the API refuses one', async () => {
  const port = await freePort();
  const account = { api: world.url, key: 'rw_test_none', companyId: 'acme', projectId: 'sandbox' };
  const refused = await startDemoEmbeds(port, account);
  const answer = await fetch(demoEmbedsUrl(port));
  expect([answer.status, (await answer.text()).includes('401')]).toEqual([502, true]);
  refused.stop();
});

test(
  'axe finds nothing on the demo page',
  async () => {
    const findViolations = await startLooking(browser);
    expect(await findViolations(url)).toEqual([]);
  },
  axeTimeoutMs,
);
