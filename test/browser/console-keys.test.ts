/** The keyboard shortcuts of the console, which only the script has. */
import type { Browser, Page } from 'playwright-core';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { startBrowser, watchPage } from '../support/browser';
import { jane, mercyClinic, patientsPath, putPatient } from '../support/patients';
import { signInBy } from '../support/sign-in-walk';

const place = '/console/companies/acme/sandbox';

let world: ApiWorld;
let browser: Browser;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  browser = await startBrowser(world.port);
  company = await world.company('acme');
  for (const [id, firstName] of [
    ['first', 'Ann'],
    ['second', 'Bea'],
  ] as const) {
    await putPatient(world, company, 'sandbox', id, { ...jane, firstName });
    await world.call('POST', `${patientsPath(company, 'sandbox', id)}/record-requests`, {
      key: company.sandboxKey,
      body: { ...mercyClinic, billing: true },
    });
  }
}, 120_000);
afterAll(async () => {
  await browser.close();
  await world.close();
});

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const focused = (page: Page): Promise<string | null> => page.locator('main :focus').textContent();
const isSearching = async (page: Page): Promise<boolean> => (await page.locator('#find:focus').count()) === 1;

test('Keys search, go to a section, walk and select rows, and add; they can be turned off [CONSOLE-103]', async () => {
  const page = await browser.newPage();
  const { complaints } = await watchPage(page);
  await signInBy(page, { world, email: company.email });
  await page.goto(world.url + place);

  await press(page, 'g', 'p');
  await page.waitForURL(url => url.pathname === `${place}/patients`);
  await press(page, 'j', 'j');
  expect(await focused(page)).toBe('Ann Doe');
  await press(page, 'k');
  expect(await focused(page)).toBe('Bea Doe');
  await press(page, 'c');
  await page.waitForURL(url => url.pathname === `${place}/patients/new`);

  await page.getByLabel('First name').focus();
  await press(page, 'g', 'h', '?', '/');
  expect(await page.getByLabel('First name').inputValue()).toBe('gh?/');

  await page.goto(`${world.url}${place}/record-requests`);
  await press(page, 'j', 'x');
  expect(await page.locator('main input[name=request]:checked').count()).toBe(1);
  await press(page, 'x');
  expect(await page.locator('main input[name=request]:checked').count()).toBe(0);
  await press(page, 'Control+/', 'Meta+j', '/');
  expect(await isSearching(page)).toBe(true);
  await page.locator('#find').blur();

  await press(page, '?');
  await page.getByText('Go to Record requests').waitFor();
  await page.getByRole('button', { name: 'Turn off keyboard shortcuts' }).click();
  await page.reload();
  await press(page, 'g', 'h', '/');
  expect(new URL(page.url()).pathname).toBe(`${place}/record-requests`);
  expect(await isSearching(page)).toBe(false);
  await page.getByText('Help', { exact: true }).click();
  await page.getByRole('button', { name: 'Turn on keyboard shortcuts' }).click();
  await press(page, 'g', 'h');
  await page.waitForURL(url => url.pathname === place);
  expect(complaints).toEqual([]);
  await page.close();
});

test('Without the script, no page offers shortcuts [CONSOLE-103]', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signInBy(page, { world, email: company.email });
  await page.goto(world.url + place);
  await page.getByText('Help', { exact: true }).click();
  expect(await page.getByText('Keyboard shortcuts', { exact: true }).isVisible()).toBe(false);
  await context.close();
});
