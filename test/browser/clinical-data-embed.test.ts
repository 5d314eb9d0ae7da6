import type { Browser, Page } from 'playwright-core';
import { addMember, deleteUser } from '../../src/usecases/tenants/members';
import { approvedOrigin, startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { axeTimeoutMs, startLooking } from '../support/axe';
import { publicName, startBrowser, watchPage, type Watched } from '../support/browser';
import { startCustomerPage, type CustomerPage } from '../support/customer-page';
import { patientsPath } from '../support/patients';
import { readPdf } from '../support/read-pdf';
import {
  seedContent,
  seededChildren,
  seededVisits,
  seedVisits,
  type SeededVisit,
} from '../support/seeded-visits';
import { until } from '../support/until';

let world: ApiWorld;
let company: TestCompany;
let browser: Browser;
let customer: CustomerPage;
let page: Page;
let watched: Watched;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  const place = { project: 'sandbox', patientId: 'p-1' };
  await seedVisits(world, company, place);
  await seedContent(world, company, place, [seededChildren]);
  const [{ createdAt: at, ...pattern }] = seededVisits as [SeededVisit, ...SeededVisit[]];
  const visits = Array.from({ length: 25 }, (_none, index) => ({ ...pattern, ref: `n${index}` }));
  await seedContent(world, company, place, [{ at, visits }]);
  browser = await startBrowser(world.port);
  customer = await startCustomerPage(320, 1600);
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 400, height: 1700 } });
  watched = await watchPage(page);
});
afterEach(() => page.close());
afterAll(async () => {
  await browser.close();
  await customer.close();
  await world.close();
});

const origin = (): string => `http://${publicName}:${world.port}`;

async function data(parentOrigin?: string, key = company.sandboxKey): Promise<string> {
  const path = `${patientsPath(company, 'sandbox', 'p-1')}/clinical-data-embed-token`;
  const { json } = await world.call('POST', path, { key, body: { parentOrigin } });
  return `${origin()}/ui/clinical-data/embed?token=${String(json['token'])}`;
}

/** Waits for so many messages to the page around, and returns them. */
async function messagesOf(count: number): Promise<ReadonlyArray<Record<string, string>>> {
  return (await customer.messages(page, count)).map(({ origin: from, data: content }) => ({
    origin: from,
    ...content,
  }));
}

test('The clinical data embed works by keyboard at 320 pixels, sends each change, and restores it [EMBED-8] [EMBED-9]', async () => {
  const url = await data();
  const shown = await customer.frame(page, url);
  await shown.getByRole('heading', { name: 'Visits' }).waitFor();
  await shown.getByRole('link', { name: 'Diagnoses' }).focus();
  await page.keyboard.press('Enter');
  await shown.getByRole('heading', { name: 'Diagnoses' }).waitFor();
  // The focus stays where it was, and a screen reader announces what is shown.
  await until(
    'the focus stays on the tab',
    () => shown.locator(':focus').getAttribute('id'),
    id => id === 'tab-diagnoses',
  );
  expect(await shown.getByRole('status').textContent()).toBe('2 diagnoses.');
  await shown.getByRole('searchbox', { name: 'Search' }).fill('diabetes');
  await page.keyboard.press('Enter');
  await shown.getByText('1 diagnosis matches.').first().waitFor();
  await shown.getByRole('link', { name: 'Code', exact: true }).click();
  const messages = await messagesOf(4);
  expect(messages.map(({ type, entity, tab }) => [type, entity, tab])).toEqual([
    ['recordwell:clinical-data', 'visit', 'visits'],
    ...Array.from({ length: 3 }, () => ['recordwell:clinical-data', 'diagnosis', 'diagnoses']),
  ]);
  expect(new Set(messages.map(({ panel }) => panel)).size).toBe(4);
  expect(new Set(messages.map(each => each['origin']))).toEqual(new Set([origin()]));
  const documents = watched.requested.filter(each => each.includes('/ui/clinical-data/embed'));
  expect(documents).toHaveLength(4);

  const { tab = '', panel = '' } = messages[3] ?? {};
  const again = await customer.frame(page, `${url}&tab=${tab}&panel=${panel}`);
  await again.getByText('1 diagnosis matches.').first().waitFor();
  expect(await again.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('diabetes');
  const width = await again.locator('html').evaluate(html => html.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  expect(watched.complaints).toEqual([]);
  const strangers = watched.requested.filter(
    each => !/^http:\/\/(127\.0\.0\.1|docs\.recordwell\.example):/.test(each),
  );
  expect(strangers).toEqual([]);
});

test('The clinical data embed is never wider than the screen', async () => {
  const url = await data();
  for (const tab of ['visits', 'lab-results']) {
    await page.goto(`${url}&tab=${tab}`);
    for (const width of [320, 480, 700, 899, 900, 1_000, 1_200]) {
      await page.setViewportSize({ width, height: 900 });
      const widest = await page.locator('html').evaluate(html => html.scrollWidth);
      expect({ tab, width, isWider: widest > width }).toEqual({ tab, width, isWider: false });
    }
  }
});

test('The Back button shows the previous state, and no address contains what was typed', async () => {
  await page.goto(await data());
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByText('26 to 30 of 30 visits.').first().waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('mercy');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('2 visits match.').first().waitFor();
  expect(page.url()).not.toContain('mercy');
  await page.goBack();
  await page.getByText('26 to 30 of 30 visits.').first().waitFor();
  expect(watched.complaints).toEqual([]);
});

test('Without a script, the clinical data embed works with links and forms [EMBED-6]', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const plain = await context.newPage();
    await plain.goto(await data());
    await plain.getByRole('link', { name: 'Procedures' }).click();
    await plain.getByRole('searchbox', { name: 'Search' }).fill('x-ray');
    await plain.keyboard.press('Enter');
    await plain.getByText('1 procedure matches.').waitFor();
    await plain.getByRole('link', { name: 'Clear search and filters' }).click();
    await plain.getByText('3 procedures.').waitFor();
    await plain.getByRole('link', { name: 'Hide map' }).click();
    await plain.getByRole('link', { name: 'Show map' }).waitFor();
    expect(await plain.locator('svg').count()).toBe(0);
  } finally {
    await context.close();
  }
});

test('A printout of clinical data has the patient, the map, and the rows, but no controls [EMBED-6]', async () => {
  await page.goto(await data());
  const { pages } = await readPdf(await page.pdf());
  const text = pages.join(' ');
  expect(text).toContain('Jane Doe');
  expect(text).toContain('28 visits');
  expect(text).toContain('n24');
  for (const control of ['Search', 'Filters', 'Hide map']) expect(text).not.toContain(control);
});

test("A page that the token doesn't name can't frame the clinical data embed [EMBED-11]", async () => {
  await customer.frame(page, await data(approvedOrigin));
  await until(
    'the browser refuses the frame',
    () => watched.complaints.join('; '),
    complaints => complaints.includes('frame-ancestors'),
  );
});

test(
  'axe finds nothing on any clinical data tab: filtered, empty, or invalid, dark and light [EMBED-6]',
  async () => {
    const findViolations = await startLooking(browser);
    const url = await data();
    for (const query of [
      '',
      '&tab=lab-results&map=collapsed',
      '&tab=prescription-fills',
      '&do=narrow&search=mercy&from=2021-02-30',
      '&do=narrow&search=zqx&panel=zqx',
    ])
      expect(await findViolations(url + query)).toEqual([]);
  },
  axeTimeoutMs,
);

test('A token that has ended replaces the page with a message at the next click [EMBED-19]', async () => {
  const ana = { companyId: 'acme', email: 'ana@acme.example' };
  await world.change(change =>
    addMember(change, { ...ana, name: 'Ana', role: 'Administrator', seesAllProjects: true }),
  );
  await page.goto(await data(undefined, await world.keyFor(ana.companyId, ana.email, 'sandbox')));
  await page.getByText('Harbor General Hospital').first().waitFor();
  await world.change(change => deleteUser(change, ana));
  await page.getByRole('link', { name: 'Diagnoses' }).click();
  await page.getByRole('heading', { name: "We couldn't load this page" }).waitFor();
  expect(await page.getByText('Harbor').count()).toBe(0);
});
