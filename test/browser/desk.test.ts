/**
 * The desk in a real browser: ten journeys of an operator, each with and without a script. Axe is in
 * `every-page.test.ts`.
 */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { workBulk } from '../../src/usecases/desk/bulks';
import { admin } from '../support/admin-shell';
import { uploadAnalyzed } from '../support/analyzed-authorization';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { formPdf } from '../support/authorization-documents';
import { startBrowser, watchPage, type Watched } from '../support/browser';
import {
  ambiguousSearch,
  awaitResolution,
  awaitReview,
  failedEndpoint,
  refusedSearch,
  siteOf,
  unansweredExchange,
} from '../support/desk-work';
import { jane } from '../support/patients';
import { readRows } from '../support/records';
import { signInBy } from '../support/sign-in-walk';

const dayMs = 24 * 3_600_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);
const email = 'olga@recordwell.example';

let world: ApiWorld;
let acme: TestCompany;
let browser: Browser;
/** The modifier of the protocol of the browser. */
const altKey = 1;
let skippedMs = 0;
/** When each person asked for a link last. */
const askedAt = new Map<string, number>();

/** Uploads a form that nobody signed, and has it analyzed. @returns the patient's uid */
async function unsigned(id: string): Promise<string> {
  const document = await formPdf({ signedOn: undefined });
  const { uid } = await uploadAnalyzed({ world, company: acme }, { project: 'live', id }, jane, document);
  return uid;
}

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) }, isOwnAddress: true });
  acme = await world.company('acme');
  await admin(world, ['operator', 'add', email, '--name', 'Olga Ruiz']);
  await admin(world, ['operator', 'add', 'uma@recordwell.example', '--name', 'Uma']);
  await failedEndpoint(world, acme, daysAgo(3));
  browser = await startBrowser(world.port);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await world.close();
});

async function valueOf<T>(sql: string, uid: string): Promise<T | undefined> {
  return (await readRows<{ value: T }>(world.db, sql, [uid]))[0]?.value;
}

const statusOf = (uid: string): Promise<string | undefined> =>
  valueOf('select authorization_status as value from patient where uid = ?', uid);

/**
 * Presses an access key as a keyboard does: Playwright's own leaves out the text of the key, by which the
 * browser finds it.
 */
async function pressAccessKey(page: Page, key: 'a' | 'r' | 't'): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const pressed = { key, modifiers: altKey, code: `Key${key.toUpperCase()}` };
  const windowsVirtualKeyCode = key.toUpperCase().charCodeAt(0);
  const text = { text: key, unmodifiedText: key };
  await keyboard.send('Input.dispatchKeyEvent', {
    ...pressed,
    ...text,
    windowsVirtualKeyCode,
    type: 'keyDown',
  });
  await keyboard.send('Input.dispatchKeyEvent', { ...pressed, windowsVirtualKeyCode, type: 'keyUp' });
  await keyboard.detach();
}

/** Presses Tab until something has the focus. @throws Error when a page’s worth of it does not come there */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if ((await wanted.and(page.locator(':focus')).count()) === 1) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('80 times Tab did not lead there');
}

const at = (path: string): string => `http://127.0.0.1:${world.port}${path}`;

async function signIn(page: Page, who = email): Promise<void> {
  // A second link for the same person within 15 minutes may be refused; whoever else is signed in stays
  // fresh.
  const again = (askedAt.get(who) ?? -Infinity) + 16 * 60_000;
  skippedMs = Math.max(skippedMs, again - Date.now());
  askedAt.set(who, Date.now() + skippedMs);
  await signInBy(page, { world, email: who, root: '/desk' });
}

describe.each([
  ['with its script', true],
  ['without a script', false],
])('an operator, %s [DESK-18] [DESK-34]', (_, hasScript) => {
  const tag = hasScript ? 'scripted' : 'plain';
  let page: Page;
  let watched: Watched;
  let contexts: readonly BrowserContext[] = [];

  const openAs = async (who: string): Promise<Page> => {
    const context = await browser.newContext({
      javaScriptEnabled: hasScript,
      viewport: { width: 1280, height: 900 },
    });
    contexts = [...contexts, context];
    const opened = await context.newPage();
    await signIn(opened, who);
    return opened;
  };
  beforeAll(async () => {
    page = await openAs(email);
    watched = await watchPage(page);
  }, 120_000);
  afterEach(() => {
    // What is refused is answered 409, which the browser tells as well.
    expect(watched.complaints.filter(said => !said.includes('409'))).toEqual([]);
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
  });

  /** From the queue to the page of something that waits. */
  const openFromQueue = async (kind: RegExp, name: string): Promise<void> => {
    await page.goto(at('/desk'));
    await page.getByRole('link', { name: kind }).click();
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  test('journey 1: takes an authorization of the queue, looks where a verdict rests, and approves it by keyboard', async () => {
    const uid = await unsigned(`first-${tag}`);
    await openFromQueue(/^Authorizations to review/, `live · first-${tag}`);
    await pressAccessKey(page, 't');
    await page.getByText('It is yours.').waitFor();
    await page.getByRole('img', { name: 'Page 1 of the authorization' }).waitFor();
    await page.waitForLoadState('networkidle');
    if (hasScript)
      expect(await page.evaluate<number>('document.querySelector(".sheet img").naturalWidth')).toBe(1_224);
    await page.getByRole('link', { name: 'Page 1' }).first().press('Enter');
    expect(page.url()).toMatch(/#mark-\d+-\d+$/);
    await pressAccessKey(page, 'a');
    await page.getByText('The decision is stored.').first().waitFor();
    expect(await statusOf(uid)).toBe('Approved');
  }, 60_000);

  test('journey 2: refuses an authorization for what is wrong with it, and says why', async () => {
    const uid = await awaitReview(world, acme, `second-${tag}`, daysAgo(2));
    await openFromQueue(/^Authorizations to review/, `live · second-${tag}`);
    await page.getByRole('radio', { name: 'No signature' }).check();
    await page.getByRole('textbox', { name: 'Why' }).fill('the line is empty');
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('The decision is stored.').first().waitFor();
    expect(await statusOf(uid)).toBe('MissingSignature');
    expect((await world.audits({ event: 'authorization.decide', resourceUid: uid })).at(-1)).toMatchObject({
      outcome: 'success',
      reason: 'the line is empty',
      actorName: email,
    });
  }, 60_000);

  test('journey 3: two operators at the same authorization: the second is told, and nothing is decided twice', async () => {
    const uid = await awaitReview(world, acme, `contested-${tag}`, daysAgo(2));
    const hers = await openAs('uma@recordwell.example');
    for (const opened of [page, hers]) await opened.goto(at(`/desk/authorizations/${uid}`));
    await page.getByRole('button', { name: 'Take it' }).click();
    await page.getByText('It is yours.').waitFor();
    await hers.getByRole('button', { name: 'Approve' }).click();
    await hers.getByText('Olga Ruiz has it.').first().waitFor();
    expect(await statusOf(uid)).toBe('NeedsApproval');
    await page.getByRole('button', { name: 'Release it' }).click();
    await page.getByText('It is free again.').waitFor();
    for (const opened of [page, hers]) await opened.goto(at(`/desk/authorizations/${uid}`));
    await hers.getByRole('radio', { name: 'No signature' }).check();
    await hers.getByRole('textbox', { name: 'Why' }).fill('the line is empty');
    await Promise.all([
      page.getByRole('button', { name: 'Approve' }).click(),
      hers.getByRole('button', { name: 'Refuse' }).click(),
    ]);
    const told = (opened: Page): Promise<'decided' | 'told'> =>
      Promise.race([
        opened
          .getByText('The decision is stored.')
          .first()
          .waitFor()
          .then(() => 'decided' as const),
        opened
          .getByText('has changed since')
          .waitFor()
          .then(() => 'told' as const),
      ]);
    const came = [await told(page), await told(hers)];
    expect(came.toSorted((a, b) => a.localeCompare(b))).toEqual(['decided', 'told']);
    const decided = await world.audits({
      event: 'authorization.decide',
      resourceUid: uid,
      outcome: 'success',
    });
    expect(decided).toHaveLength(1);
    expect(await statusOf(uid)).toBe(came[0] === 'decided' ? 'Approved' : 'MissingSignature');
  }, 60_000);

  test('journey 4: reviews ten authorizations in a row by keys alone', async () => {
    const uids: string[] = [];
    for (let made = 0; made < 10; made += 1)
      uids.push(await awaitReview(world, acme, `row-${tag}-${made}`, daysAgo(40 - made)));
    await page.goto(at('/desk?kind=authorization'));
    const first = page.getByRole('link', { name: `live · row-${tag}-0`, exact: true });
    await tabTo(page, first);
    await page.keyboard.press('Enter');
    for (let nth = 0; nth < 10; nth += 1) {
      await page.getByRole('heading', { level: 1, name: `row-${tag}-${nth}` }).waitFor();
      if (nth !== 4) {
        await pressAccessKey(page, 'a');
        continue;
      }
      // One of them is refused: the first reason of the list, and why.
      await tabTo(page, page.getByRole('radio').first());
      await page.keyboard.press('Space');
      await tabTo(page, page.getByRole('textbox', { name: 'Why' }));
      await page.keyboard.type('it is of somebody else');
      await pressAccessKey(page, 'r');
    }
    await page.getByText('The decision is stored.').first().waitFor();
    const statuses = await Promise.all(uids.map(statusOf));
    expect(statuses).toEqual(uids.map((_uid, nth) => (nth === 4 ? 'WrongPatientName' : 'Approved')));
  }, 90_000);

  test('journey 5: attaches what a site has sent to a record request that waits, and completes it', async () => {
    const id = `requested-${tag}`;
    const uid = await awaitResolution(world, acme, id);
    await page.goto(at('/desk?kind=recordRequest'));
    await page.locator(`a[href="/desk/requests/${uid}"]`).click();
    await page.getByText('Attach a file').first().click();
    await page.getByRole('textbox', { name: 'Name under which it downloads' }).fill('Medical Record.pdf');
    await page.getByRole('button', { name: 'Choose the file' }).click();
    await page
      .getByLabel('The file on your machine')
      .setInputFiles({
        name: 'Jane Doe.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7 what came back'),
      });
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('The file is attached.').waitFor();
    await page.getByRole('link', { name: 'Medical Record.pdf' }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Completed');
    await page.getByRole('button', { name: 'Set it' }).click();
    await page.getByText('It is done.').waitFor();
    expect(await valueOf('select status as value from record_request where uid = ?', uid)).toBe('Completed');
  }, 60_000);

  test('journey 6: verifies a site that a customer named', async () => {
    const uid = await siteOf(world, await awaitResolution(world, acme, `sited-${tag}`));
    await world.db('site').where({ uid }).update({ standing: 'unverified' });
    await page.goto(at('/desk?kind=site'));
    await page.locator(`a[href="/desk/sites/${uid}"]`).click();
    await page.getByRole('form', { name: 'Verify the site' }).getByRole('button').click();
    await page.getByText('It is done.').waitFor();
    expect(await valueOf('select standing as value from site where uid = ?', uid)).toBe('verified');
  }, 60_000);

  test('journey 7: follows up an exchange that its partner has not answered: takes it, asks, puts it off', async () => {
    const patient = await awaitReview(world, acme, `exchanged-${tag}`, daysAgo(1));
    await world.db('patient').where({ uid: patient }).update({ authorization_status: 'Approved' });
    const uid = await unansweredExchange(world, patient, daysAgo(hasScript ? 10 : 11));
    await page.goto(at('/desk?kind=exchange&overdue=yes'));
    await page.locator(`a[href="/desk/exchanges/${uid}"]`).click();
    await page.getByText('sent, and not acknowledged').waitFor();
    await page.getByRole('button', { name: 'Take it' }).click();
    await page.getByText('It is yours.').waitFor();
    await page.goto(at('/desk?kind=exchange&mine=yes'));
    await page.getByText('Put off', { exact: true }).first().click();
    await page.getByRole('button', { name: /^Put off: Exchange/ }).click();
    await page.getByText('It is put off.').waitFor();
    await page.goto(at('/desk?kind=exchange'));
    expect(await page.locator(`a[href="/desk/exchanges/${uid}"]`).count()).toBe(0);
  }, 60_000);

  test('journey 8: enables an endpoint that failures disabled', async () => {
    const uid = await failedEndpoint(world, acme, daysAgo(1));
    await page.goto(at('/desk?kind=endpoint'));
    await page.locator(`a[href="/desk/endpoints/${uid}"]`).click();
    await page.getByRole('button', { name: 'Enable it' }).click();
    await page.getByText('It is enabled').waitFor();
    expect(await valueOf('select disabled_by as value from webhook_endpoint where uid = ?', uid)).toBeNull();
  }, 60_000);

  test('journey 9: re-arms a search of a patient that was refused too often, and says who another one is about', async () => {
    const uid = await awaitReview(world, acme, `refused-${tag}`, daysAgo(1));
    await refusedSearch(world, uid);
    await ambiguousSearch(world, uid, daysAgo(1));
    await openFromQueue(/^Searches to move on/, `live · refused-${tag}`);
    await page.getByRole('button', { name: 'Re-arm' }).click();
    await page.getByText('It is done.').waitFor();
    await page.getByRole('radio', { name: /^Person 1/ }).check();
    await page.getByRole('textbox', { name: 'How it is known' }).fill('the customer told');
    await page.getByRole('button', { name: 'Say so' }).click();
    await page.getByText('It is done.').waitFor();
    expect(
      await valueOf('select count(*)::int as value from withheld_content where patient_uid = ?', uid),
    ).toBe(0);
    await page.goto(at('/desk?kind=search'));
    expect(await page.locator(`a[href="/desk/patients/${uid}"]`).count()).toBe(0);
  }, 60_000);

  test('journey 10: does one thing to many, sees what became of each, and finds it in the audit trail', async () => {
    const uids = [
      await failedEndpoint(world, acme, daysAgo(1)),
      await failedEndpoint(world, acme, daysAgo(1)),
    ];
    await page.goto(at('/desk?kind=endpoint'));
    for (const uid of uids) await page.locator(`input[value="endpoint:${uid}"]`).check();
    await page.getByRole('button', { name: 'Enable them' }).click();
    await page.getByText('To do: 2').waitFor();
    const bulkUid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    // The part of the workflow, which `test/flows` runs.
    await workBulk({ ...world.services, exchanges: new Map() }, { bulkUid });
    if (!hasScript) await page.getByRole('link', { name: 'Load this page again' }).click();
    else await page.mouse.move(5, 5);
    await page.getByText('Done: 2').waitFor();
    await page.getByText('It is over').waitFor();
    await page.getByRole('link', { name: 'Audit trail' }).click();
    await page.getByRole('textbox', { name: 'Record, by its uid' }).fill(uids[1] ?? '');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('webhookEndpoint.enable').waitFor();
    await page.getByRole('cell', { name: email }).first().waitFor();
  }, 60_000);
});

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
