import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { operations } from '../../src/api/operations';
import { getPatientContract, upsertPatientContract } from '../../src/api/resources/patients/contract';
import { axeTimeoutMs, smallAndDark, startLooking } from '../support/axe';
import { publicName, startBrowser, watchPage, type Watched } from '../support/browser';
import { sendForm } from '../support/reference-form';
import { startApiWorld, type ApiWorld } from '../support/api-world';

let world: ApiWorld;
let browser: Browser;
let page: Page;
let origin: string;
let watched: Watched;

beforeAll(async () => {
  world = await startApiWorld();
  browser = await startBrowser(world.port);
  page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
  watched = await watchPage(page);
  origin = `http://${publicName}:${world.port}`;
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const folder = join(__dirname, '../../docs/guides');
const guides = readdirSync(folder)
  .filter(name => name.endsWith('.md') && name !== 'README.md')
  .map(name => name.replace('.md', ''));

const chapters = readdirSync(join(folder, '../rules')).filter(
  name => !['README.md', 'desk.md'].includes(name),
);

function lengthOf(guide: string): number {
  return statSync(join(folder, `${guide}.md`)).size;
}

test("The documentation's start page links to each guide, then each operation, starting with one about patients", async () => {
  await page.goto(`${origin}/docs`);
  const links = await page
    .locator('main a')
    .evaluateAll(found => found.map(link => link.getAttribute('href')));
  expect(new Set(links.slice(0, guides.length))).toEqual(new Set(guides.map(name => `/docs/${name}`)));
  for (const { contract } of operations) expect(links).toContain(`/docs/reference#${contract.id}`);
  expect(links.find(link => link?.includes('#'))).toBe('/docs/reference#createPatient');
});

test.each(guides)('The guide %s shows its text, and each of its links works', async name => {
  await page.goto(`${origin}/docs/${name}`);
  expect(await page.locator('main h1').count()).toBe(1);
  const links = await page
    .locator('main a')
    .evaluateAll(found => found.map(link => link.getAttribute('href') ?? ''));
  for (const link of links.filter(target => target.startsWith('/'))) {
    const { status } = await world.call('GET', link);
    expect([link, status]).toEqual([link, 200]);
  }
});

test.each([
  [320, '/docs/webhooks'],
  [600, '/docs/reference'],
])('At %i pixels, %s begins with its text, and its contents open on request', async (width, path) => {
  const small = await browser.newPage({ viewport: { width, height: 640 } });
  const links = small.getByRole('navigation').getByRole('link');
  await small.goto(`${origin}${path}`);
  const top = (await small.getByRole('heading', { level: 1 }).boundingBox())?.y;
  expect(top).toBeLessThan(200);
  expect(await links.count()).toBe(1);
  await small.getByText('Contents', { exact: true }).click();
  expect(await links.count()).toBe(2 + guides.length + operations.length + chapters.length);
  await small.close();
});

test('The search box finds a section while you type, and Enter opens it', async () => {
  await page.goto(`${origin}/docs`);
  await page.getByRole('searchbox', { name: 'Search' }).fill('verify signat');
  const first = page.getByRole('search').getByRole('link').first();
  await first.waitFor();
  expect(await first.getAttribute('href')).toMatch(/^\/docs\/webhooks#/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/webhooks#/);
});

test('The search box says when it finds nothing, and sends nothing that is typed', async () => {
  await page.goto(`${origin}/docs`);
  const sent: string[] = [];
  page.on('request', request => sent.push(request.url()));
  await page.getByRole('searchbox', { name: 'Search' }).fill('zqxnothing');
  await page.getByText('No results. Try fewer or other words.').waitFor();
  expect(sent.filter(url => url.includes('zqx'))).toEqual([]);
});

test('On a wide screen, the contents are next to the text without a button', async () => {
  await page.goto(`${origin}/docs/webhooks`);
  const links = page.getByRole('navigation').getByRole('link');
  expect(await links.count()).toBe(2 + guides.length + operations.length + chapters.length);
  expect(await page.getByText('Contents', { exact: true }).isVisible()).toBe(false);
});

test('The reference lists every operation with its ID', async () => {
  await page.goto(`${origin}/docs/reference`);
  for (const { contract } of operations) {
    const section = page.locator(`section#${contract.id}`);
    expect(await section.getByRole('heading', { name: contract.summary, exact: true }).count()).toBe(1);
    expect(await section.getByText(contract.id, { exact: true }).count()).toBe(1);
  }
});

test("Prefilled calls reach the API, each uses the previous result, and the key isn't kept", async () => {
  // The company of the examples, which the form already contains.
  const company = await world.company('demo');
  await world.call('POST', '/v0/companies/demo/projects', {
    key: company.sandboxKey,
    body: { id: 'demo-sandbox', name: 'Demo sandbox', status: 'Sandbox', purpose: 'Legal' },
  });
  await page.goto(`${origin}/docs/reference`);
  const send = async (id: string): Promise<string> => sendForm(page, id);
  // Without a key, the focus moves to its field.
  await page.getByRole('button', { name: `Send ${getPatientContract.id}`, exact: true }).click();
  expect(await page.evaluate<string>('document.activeElement.id')).toBe('key');
  await page.getByLabel('API key').fill(company.sandboxKey);
  expect(await send(upsertPatientContract.id)).toMatch(/^200 /);
  for (const id of ['getPatient', 'listPatients', 'editPatient', 'browseVisits', 'createProject'])
    expect([id, await send(id)]).toEqual([id, expect.stringMatching(/^20[01] /) as string]);
  expect(await send('createRecordRequests')).toMatch(/^201 /);
  expect(await send('getRecordRequest')).toMatch(/^200 /);
  await page.locator('section#getRecordRequest form pre').getByText('"submittedSiteName"').waitFor();
  const kept = await page.evaluate<string>(
    'JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])',
  );
  expect(kept).not.toContain(company.sandboxKey);
});

test('The documentation requests nothing from other origins, and violates no policy', () => {
  const others = watched.requested.filter(url => !url.startsWith('data:') && new URL(url).origin !== origin);
  expect(others).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

describe('A documentation page', () => {
  let findViolations: Awaited<ReturnType<typeof startLooking>>;
  beforeAll(async () => {
    findViolations = await startLooking(browser);
  });

  // All guides share one style sheet and one renderer, so faults of a theme or a wide screen also show in the
  // longest guide.
  const [longest = '', ...others] = guides.toSorted((a, b) => lengthOf(b) - lengthOf(a));

  test.each(['/docs', '/docs/reference', `/docs/${longest}`])(
    'at %s passes axe and fits the screen, large and light as well as small and dark',
    async path => {
      expect(await findViolations(`${origin}${path}`)).toEqual([]);
    },
    axeTimeoutMs,
  );

  test.each(others)(
    'at /docs/%s passes axe and fits the screen, small and dark',
    async name => {
      expect(await findViolations(`${origin}/docs/${name}`, [smallAndDark])).toEqual([]);
    },
    axeTimeoutMs,
  );
});
