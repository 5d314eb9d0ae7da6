import type { Browser, Page } from 'playwright-core';
import { stubFacilities } from '../../src/sandbox/stub-facilities';
import { importStubFacilities } from '../../src/usecases/sites/directory-imports';
import { approvedOrigin, startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { axeTimeoutMs, reloadsItself, startLooking } from '../support/axe';
import { publicName, startBrowser, watchPage, type Watched } from '../support/browser';
import { startCustomerPage, type CustomerPage } from '../support/customer-page';
import { readPdf } from '../support/read-pdf';
import { readRows } from '../support/records';
import { researchIn, runResearch, useSiteFinder } from '../support/site-finder';
import { until } from '../support/until';

const [facility] = stubFacilities();
if (facility === undefined) throw new Error('the sandbox has no facility');
const { name, zip } = facility;

let world: ApiWorld;
let company: TestCompany;
let browser: Browser;
let customer: CustomerPage;
let page: Page;
let watched: Watched;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await world.change(change => importStubFacilities(change, stubFacilities()));
  browser = await startBrowser(world.port);
  customer = await startCustomerPage(320, 800);
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 400, height: 900 } });
  watched = await watchPage(page);
});
afterEach(() => page.close());
afterAll(async () => {
  await browser.close();
  await customer.close();
  await world.close();
});

const origin = (): string => `http://${publicName}:${world.port}`;

async function finder(parentOrigin?: string): Promise<string> {
  const { json } = await world.call('POST', '/v0/site-finder/embed-token', {
    key: company.sandboxKey,
    body: { parentOrigin },
  });
  return `${origin()}/ui/site-finder/embed?token=${String(json['token'])}`;
}

test('A person finds a facility by keyboard at 320 pixels, and the page around gets its ID [EMBED-4]', async () => {
  const shown = await customer.frame(page, `${await finder()}&zip=${zip}`);
  await shown.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await shown.getByRole('status').waitFor();
  const width = await shown.locator('html').evaluate(html => html.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  await shown.getByText(`Details of ${name}`).first().focus();
  await page.keyboard.press('Enter');
  await shown.getByText('NPI', { exact: true }).first().waitFor();
  // Past the research button.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await shown.getByText('Facility selected.').waitFor();
  const [message] = await customer.messages(page, 1);
  expect(message).toMatchObject({ origin: origin(), data: { type: 'recordwell:site-finder', name, zip } });
  expect(watched.complaints).toEqual([]);
  const strangers = watched.requested.filter(
    url => !/^http:\/\/(127\.0\.0\.1|docs\.recordwell\.example):/.test(url),
  );
  expect(strangers).toEqual([]);
});

test('Without a script, a person researches a facility at 320 pixels, and the result appears automatically [EMBED-22]', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const plain = await context.newPage();
    const shown = await customer.frame(
      plain,
      `${await finder()}&zip=${zip}&name=${encodeURIComponent(name)}`,
    );
    await shown.getByRole('button', { name: 'Search' }).click();
    await shown.getByText(`Details of ${name}`).first().click();
    await shown.getByRole('button', { name: `Research ${name}` }).click();
    await shown.getByText('Research in progress.').waitFor();
    const [running] = await readRows<{ uid: string }>(world.db, 'select uid from site_research', []);
    await runResearch(world, running?.uid ?? '');
    await shown.getByText('Research complete.').waitFor();
    await shown.getByText('Sandbox (made-up data)').waitFor();
    const width = await shown.locator('html').evaluate(html => html.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
    await shown.getByRole('button', { name: `Select ${name}` }).click();
    await shown.getByText('Facility selected.').waitFor();
  } finally {
    await context.close();
  }
});

test('What is typed in the site finder is escaped, and a printout has no controls [EMBED-4]', async () => {
  const typed = `</title><img src=x onerror="document.title='run'"><script>document.title='run'</script>`;
  await page.goto(`${await finder()}&zip=${zip}`);
  await page.getByRole('textbox', { name: 'Name' }).fill(typed);
  await page.keyboard.press('Enter');
  await page.getByRole('status').waitFor();
  expect(await page.getByRole('textbox', { name: 'Name' }).first().inputValue()).toBe(typed);
  expect(await page.title()).not.toBe('run');
  expect(await page.locator('img').count()).toBe(0);
  expect(watched.complaints).toEqual([]);
  await page.getByRole('textbox', { name: 'Name' }).first().fill(name);
  await page.keyboard.press('Enter');
  await page.getByText(`Details of ${name}`).first().waitFor();
  const text = (await readPdf(await page.pdf())).pages.join(' ');
  expect(text).toContain(name);
  expect(text).not.toContain('Select');
});

test("A page that the token doesn't name can't frame the site finder [EMBED-11]", async () => {
  await customer.frame(page, await finder(approvedOrigin));
  await until(
    'the browser refuses the frame',
    () => watched.complaints.join('; '),
    complaints => complaints.includes('frame-ancestors'),
  );
});

test(
  "axe finds nothing on the site finder's form, errors, list, and research, in dark and light",
  async () => {
    const findViolations = await startLooking(browser);
    const url = await finder();
    for (const query of ['', '&do=search', `&do=search&zip=${zip}`, '&do=search&zip=99999'])
      expect(await findViolations(url + query)).toEqual([]);
    const { minted, research } = await useSiteFinder(world);
    const uid = researchIn(await research(await minted(company.sandboxKey)));
    // It waits without a script, so it reloads itself (docs/decisions/0010).
    expect(await findViolations(`${url}&research=${uid}`, undefined, [reloadsItself])).toEqual([]);
    await runResearch(world, uid);
    expect(await findViolations(`${url}&research=${uid}`)).toEqual([]);
  },
  axeTimeoutMs,
);
