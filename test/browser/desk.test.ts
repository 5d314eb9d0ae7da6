/** The desk in a real browser: a review from the queue to the next one, with and without a script, and axe. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { admin } from '../support/admin-shell';
import { uploadAnalysed } from '../support/analysed-authorization';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { formPdf } from '../support/authorization-documents';
import { axeTimeoutMs, startLooking } from '../support/axe';
import { startBrowser, watchPage, type Watched } from '../support/browser';
import { linkTo } from '../support/console-visitor';
import { awaitResolution, failedEndpoint, siteOf, unansweredExchange } from '../support/desk-work';
import { jane } from '../support/patients';

const dayMs = 24 * 3_600_000;
const email = 'olga@recordwell.example';

let world: ApiWorld;
let acme: TestCompany;
let browser: Browser;
let skippedMs = 0;
/** The pages of what waits, but for authorizations. */
let waiting: readonly string[] = [];

/** Uploads a form that nobody signed, and has it analysed. @returns the patient's uid */
async function unsigned(id: string): Promise<string> {
  const document = await formPdf({ signedOn: undefined });
  const { uid } = await uploadAnalysed({ world, company: acme }, { project: 'live', id }, jane, document);
  return uid;
}

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  acme = await world.company('acme');
  await admin(world, ['operator', 'add', email, '--name', 'Olga Ruiz']);
  const request = await awaitResolution(
    world,
    acme,
    'a-case-with-a-long-id-that-has-to-break-on-a-small-screen',
  );
  const endpoint = await failedEndpoint(world, acme, new Date(Date.now() - 3 * dayMs));
  const uid = await unsigned('case-1');
  const exchange = await unansweredExchange(world, uid, new Date(Date.now() - 9 * dayMs));
  waiting = [
    ...[`requests/${request}`, `sites/${await siteOf(world, request)}`, `endpoints/${endpoint}`],
    ...[`exchanges/${exchange}`, `patients/${uid}`],
  ];
  browser = await startBrowser(world.port);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await world.close();
});

const at = (path: string): string => `http://127.0.0.1:${world.port}${path}`;

async function signIn(page: Page): Promise<void> {
  skippedMs += 16 * 60_000;
  await page.goto(at('/desk'));
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
  await page.goto(at(await linkTo(world, email)));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'What waits' }).waitFor();
}

describe.each([
  ['with its script', true],
  ['without a script', false],
])('an operator, %s [DESK-18]', (_, hasScript) => {
  let context: BrowserContext;
  let page: Page;
  let watched: Watched;
  beforeAll(async () => {
    await unsigned(`first-${String(hasScript)}`);
    await unsigned(`second-${String(hasScript)}`);
    context = await browser.newContext({
      javaScriptEnabled: hasScript,
      viewport: { width: 1280, height: 900 },
    });
    page = await context.newPage();
    watched = await watchPage(page);
    await signIn(page);
  }, 120_000);
  afterEach(() => expect(watched.complaints).toEqual([]));
  afterAll(() => context.close());

  test('filters what waits, takes an authorization, and opens it', async () => {
    await page.getByRole('link', { name: /^Authorizations to review/ }).click();
    const name = `live · first-${String(hasScript)}`;
    await page
      .getByRole('form', { name: `Take: Authorization ${name}` })
      .getByRole('button')
      .click();
    await page.getByText('It is yours.').waitFor();
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { name: `first-${String(hasScript)}` }).waitFor();
    const picture = page.getByRole('img', { name: 'Page 1 of the authorization' });
    await picture.waitFor();
    await page.waitForLoadState('networkidle');
    if (hasScript)
      expect(await page.evaluate<number>('document.querySelector(".sheet img").naturalWidth')).toBe(1_224);
  }, 60_000);

  test('looks where a verdict rests, refuses it with a reason, and has the next one before them', async () => {
    await page.getByRole('link', { name: 'Page 1' }).first().click();
    expect(page.url()).toMatch(/#mark-\d+-\d+$/);
    await page.getByRole('radio', { name: 'No signature' }).check();
    await page.getByRole('textbox', { name: 'Why' }).fill('the line is empty');
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('The decision is stored. This is the next one.').waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('The decision is stored.').first().waitFor();
  }, 60_000);
});

test(
  'axe finds nothing on any page, large and light, small and dark, and none is wider than the screen [DESK-18]',
  async () => {
    const uid = await unsigned('looked-at');
    const findViolations = await startLooking(browser, signIn);
    const paths = [
      ...['/desk', '/desk?mine=yes&company=absent', '/desk?kind=site', '/desk/account', '/desk/nothing'],
      ...['/desk/audit', '/desk/audit?from=soon'],
      `/desk/authorizations/${uid}`,
      ...waiting.map(path => `/desk/${path}`),
    ];
    for (const path of paths) expect([path, await findViolations(at(path))]).toEqual([path, []]);
    const refused = await findViolations(async page => {
      await page.goto(at(`/desk/authorizations/${uid}`));
      await page.getByRole('textbox', { name: 'Why' }).fill('x');
      await world.db('patient').where({ uid }).increment('version', 1);
      await page.getByRole('button', { name: 'Refuse' }).click();
      await page.getByText('has changed since').waitFor();
    });
    expect(refused).toEqual([]);
    const signedOut = await startLooking(browser);
    expect(await signedOut(at('/desk/sign-in'))).toEqual([]);
  },
  axeTimeoutMs * 2,
);

test('while the queue is before somebody, its numbers change and nothing moves; not while they are pointed at [DESK-32]', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const watched = await watchPage(page);
  await signIn(page);
  await page.clock.install();
  await page.goto(at('/desk?kind=endpoint&company=acme'));
  const count = page.locator('[data-count="endpoint"]');
  const before = Number(await count.textContent());
  const place = async (): Promise<unknown> => page.getByRole('link', { name: /^Exchanges/ }).boundingBox();
  const [url, placed] = [page.url(), await place()];
  const rows = await page.locator('input[name="item"]').count();
  await failedEndpoint(world, acme, new Date(Date.now() - dayMs));
  await count.hover();
  await page.clock.runFor(60_000);
  expect(Number(await count.textContent())).toBe(before);
  await page.mouse.move(5, 5);
  await page.clock.runFor(20_000);
  await page.locator('[data-count="endpoint"]', { hasText: String(before + 1) }).waitFor();
  expect([page.url(), await place(), await page.locator('input[name="item"]').count()]).toEqual([
    url,
    placed,
    rows,
  ]);
  // One box picks all of the page.
  await page.getByRole('checkbox', { name: 'Pick all of this page' }).check();
  expect(await page.locator('input[name="item"]:checked').count()).toBe(rows);
  expect(watched.complaints).toEqual([]);
  await context.close();
}, 60_000);
