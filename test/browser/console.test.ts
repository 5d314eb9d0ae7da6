/** The console in a real browser: times and other sites. Journeys are in `console-journeys.test.ts`. */
import type { Browser, Page } from 'playwright-core';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { startBrowser, watchPage } from '../support/browser';
import { startCustomerPage } from '../support/customer-page';
import { signInBy } from '../support/sign-in-walk';
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

// As in the embedded stack: browsers treat the loopback address as secure, so `__Host-` cookies work there.
const at = (path: string): string => `http://127.0.0.1:${world.port}${path}`;

async function signIn(page: Page): Promise<void> {
  skippedMs += 16 * 60_000;
  await signInBy(page, { world, email: company.email });
}

test("Times are shown in the viewer's time zone, with the exact time in a tooltip [CONSOLE-15]", async () => {
  const context = await browser.newContext({ timezoneId: 'America/Los_Angeles', locale: 'en-US' });
  const page = await context.newPage();
  await signIn(page);
  await page.goto(at('/console/account'));
  const time = page.locator('time').first();
  const iso = (await time.getAttribute('datetime')) ?? '';
  const due = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'America/Los_Angeles',
  }).format(new Date(iso));
  expect((await time.textContent())?.replaceAll(/\s/g, ' ')).toBe(due.replaceAll(/\s/g, ' '));
  expect(await time.getAttribute('title')).toContain(iso);
  await context.close();
});

test("A finished action's message isn't shown again when the page is reloaded [CONSOLE-49]", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page);
  await page.goto(at('/console/account?done=passkeyRemoved'));
  expect(await page.getByRole('status').textContent()).toContain('Passkey removed.');
  await page.reload();
  expect(await page.getByRole('status').count()).toBe(0);
  await context.close();
});

test('A form on another port of the host, which gets the cookie, changes nothing [CONSOLE-7]', async () => {
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
    `document.body.insertAdjacentHTML('beforeend', '<form method="post" action="${keys}"></form>'); ` +
      'document.forms[0].submit();',
  );
  const answer = await answered;
  expect(answer.status()).toBe(403);
  expect((await answer.request().allHeaders())['cookie']).toContain('__Host-recordwell=');
  await page.reload();
  expect(await page.locator('dl code').first().textContent()).toBe(before);
  await context.close();
  await customer.close();
});

test("A page of the console can't be framed by another page [CONSOLE-11]", async () => {
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
