/** Embeds whose token names a page: only that page can frame them and gets their messages. */
import type { Browser, Page } from 'playwright-core';
import { stubFacilities } from '../../src/sandbox/stub-facilities';
import { importStubFacilities } from '../../src/usecases/sites/directory-imports';
import { approvedOrigin, startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { startBrowser, watchPage, type Watched } from '../support/browser';
import { startCustomerPage, type CustomerPage } from '../support/customer-page';
import { patientsPath } from '../support/patients';
import { seededChildren, seedContent, seedVisits } from '../support/seeded-visits';
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
  const place = { project: 'sandbox', patientId: 'p-1' };
  await seedVisits(world, company, place);
  await seedContent(world, company, place, [seededChildren]);
  browser = await startBrowser(world.port);
  customer = await startCustomerPage(600, 1200);
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 700, height: 1300 } });
  watched = await watchPage(page);
});
afterEach(() => page.close());
afterAll(async () => {
  await browser.close();
  await customer.close();
  await world.close();
});

/** An IP address, because an HTTPS page may frame the loopback address, which browsers trust. */
const origin = (): string => `http://127.0.0.1:${world.port}`;

/** Returns the URL of an embed whose token names the approved page. */
async function embed(tokenPath: string, path: string): Promise<string> {
  const { json } = await world.call('POST', tokenPath, {
    key: company.sandboxKey,
    body: { parentOrigin: approvedOrigin },
  });
  return `${origin()}${path}?token=${String(json['token'])}`;
}
const clinicalData = (): Promise<string> =>
  embed(`${patientsPath(company, 'sandbox', 'p-1')}/clinical-data-embed-token`, '/ui/clinical-data/embed');
const siteFinder = (): Promise<string> => embed('/v0/site-finder/embed-token', '/ui/site-finder/embed');

test('The approved page frames clinical data, and gets messages about what it shows [EMBED-8] [EMBED-11]', async () => {
  const shown = await customer.frameAt(page, approvedOrigin, await clinicalData());
  await shown.getByRole('heading', { name: 'Visits' }).waitFor();
  await shown.getByRole('link', { name: 'Diagnoses' }).click();
  await shown.getByRole('heading', { name: 'Diagnoses' }).waitFor();
  const messages = await customer.messages(page, 2);
  expect(messages.map(({ origin: from, data }) => [from, data['type'], data['tab']])).toEqual([
    [origin(), 'recordwell:clinical-data', 'visits'],
    [origin(), 'recordwell:clinical-data', 'diagnoses'],
  ]);
  expect(watched.complaints).toEqual([]);
});

test('The approved page frames the site finder, and gets the selected facility [EMBED-4] [EMBED-11]', async () => {
  const shown = await customer.frameAt(page, approvedOrigin, `${await siteFinder()}&zip=${zip}`);
  await shown.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await shown.getByText(`Details of ${name}`).first().click();
  await shown.getByRole('button', { name: 'Select' }).first().click();
  await shown.getByText('Facility selected.').waitFor();
  const messages = await customer.messages(page, 1);
  expect(messages).toMatchObject([{ origin: origin(), data: { type: 'recordwell:site-finder', name, zip } }]);
  expect(watched.complaints).toEqual([]);
});

test.each([
  ['another host', 'https://app2.example.com'],
  ['another port', `${approvedOrigin}:8443`],
  ['a subdomain', 'https://a.app.example.com'],
])('A page of %s can frame neither embed, and gets no messages [EMBED-11]', async (_what, other) => {
  for (const url of [await clinicalData(), await siteFinder()]) {
    const before = watched.complaints.length;
    await customer.frameAt(page, other, url);
    await until(
      'the browser refuses the frame',
      () => watched.complaints.slice(before).join('; '),
      complaints => complaints.includes('frame-ancestors'),
    );
    await expect(customer.messages(page, 0)).resolves.toEqual([]);
    await page.unroute(`${other}/page`);
  }
});

test('An embed opened in a window sends no messages to an opener of another origin [EMBED-8] [EMBED-11]', async () => {
  // Besides a frame, only an opener holds a handle to the page and could get its messages.
  const opener = await customer.frameAt(page, 'https://app2.example.com', 'about:blank').then(() => page);
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    opener.evaluate(`void window.open(${JSON.stringify(await clinicalData())})`),
  ]);
  await opened.getByRole('link', { name: 'Diagnoses' }).click();
  await opened.getByRole('heading', { name: 'Diagnoses' }).waitFor();
  await expect(customer.messages(page, 0)).resolves.toEqual([]);
  await opened.close();
});
