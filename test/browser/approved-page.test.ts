/** Embeds whose token names a page: that page alone has them in a frame, and is told of them. */
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

/** By a number: a page with https may have a frame of this machine, which a browser trusts as it is. */
const origin = (): string => `http://127.0.0.1:${world.port}`;

/** The page of a token that names the approved page. */
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

test('the approved page frames a patient’s clinical data, and is told what it shows [EMBED-8] [EMBED-11]', async () => {
  const shown = await customer.frameAt(page, approvedOrigin, await clinicalData());
  await shown.getByRole('heading', { name: 'Visits' }).waitFor();
  await shown.getByRole('link', { name: 'Diagnoses' }).click();
  await shown.getByRole('heading', { name: 'Diagnoses' }).waitFor();
  const told = await customer.told(page, 2);
  expect(told.map(({ origin: from, data }) => [from, data['type'], data['tab']])).toEqual([
    [origin(), 'recordwell:clinical-data', 'visits'],
    [origin(), 'recordwell:clinical-data', 'diagnoses'],
  ]);
  expect(watched.complaints).toEqual([]);
});

test('the approved page frames the site finder, and is told which facility was chosen [EMBED-4] [EMBED-11]', async () => {
  const shown = await customer.frameAt(page, approvedOrigin, `${await siteFinder()}&zip=${zip}`);
  await shown.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await shown.getByText(`Details of ${name}`).first().click();
  await shown.getByRole('button', { name: 'Select' }).first().click();
  await shown.getByText('Facility selected.').waitFor();
  const told = await customer.told(page, 1);
  expect(told).toMatchObject([{ origin: origin(), data: { type: 'recordwell:site-finder', name, zip } }]);
  expect(watched.complaints).toEqual([]);
});

test.each([
  ['another host', 'https://app2.example.com'],
  ['another port', `${approvedOrigin}:8443`],
  ['a name below it', 'https://a.app.example.com'],
])('a page of %s frames neither, and is told nothing [EMBED-11]', async (_what, other) => {
  for (const url of [await clinicalData(), await siteFinder()]) {
    const before = watched.complaints.length;
    await customer.frameAt(page, other, url);
    await until(
      'the browser refuses the frame',
      () => watched.complaints.slice(before).join('; '),
      complaints => complaints.includes('frame-ancestors'),
    );
    await expect(customer.told(page, 0)).resolves.toEqual([]);
    await page.unroute(`${other}/page`);
  }
});

test('opened in a window by a page of another origin, it tells that page nothing [EMBED-8] [EMBED-11]', async () => {
  // The only other way to hold a handle to it: an opener may be spoken to as a parent is.
  const opener = await customer.frameAt(page, 'https://app2.example.com', 'about:blank').then(() => page);
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    opener.evaluate(`void window.open(${JSON.stringify(await clinicalData())})`),
  ]);
  await opened.getByRole('link', { name: 'Diagnoses' }).click();
  await opened.getByRole('heading', { name: 'Diagnoses' }).waitFor();
  await expect(customer.told(page, 0)).resolves.toEqual([]);
  await opened.close();
});
