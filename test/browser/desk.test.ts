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
  copyAnalyzed,
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
/** The Alt modifier in the browser's protocol. */
const altKey = 1;
let skippedMs = 0;
/** When each person last requested a link. */
const requestedAt = new Map<string, number>();

/** Uploads an unsigned form and has it analyzed. @returns the patient's uid */
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
 * Presses an access key as a keyboard does. Playwright's own omits the text of the key, which the browser
 * uses to find it.
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

/** Presses Tab until an element has the focus. @throws Error if 80 times aren't enough */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if ((await wanted.and(page.locator(':focus')).count()) === 1) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab was pressed 80 times without reaching the element');
}

const at = (path: string): string => `http://127.0.0.1:${world.port}${path}`;

async function signIn(page: Page, who = email): Promise<void> {
  // A second link for the same person within 15 minutes may be refused. Other sign-ins stay recent.
  const again = (requestedAt.get(who) ?? -Infinity) + 16 * 60_000;
  skippedMs = Math.max(skippedMs, again - Date.now());
  requestedAt.set(who, Date.now() + skippedMs);
  await signInBy(page, { world, email: who, root: '/desk' });
}

describe.each([
  ['with the script', true],
  ['without the script', false],
])('An operator %s [DESK-18] [DESK-34]', (_, hasScript) => {
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
    // The browser also reports the 409 and 422 of refused forms.
    expect(watched.complaints.filter(complaint => !/\b(409|422)\b/.test(complaint))).toEqual([]);
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
  });

  /** Opens an item from the queue. */
  const openFromQueue = async (kind: RegExp, name: string): Promise<void> => {
    await page.goto(at('/desk'));
    await page.getByRole('link', { name: kind }).click();
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  test('journey 1: assigns an authorization, views its evidence, and approves it by keyboard [DESK-44]', async () => {
    const uid = await unsigned(`first-${tag}`);
    await openFromQueue(/^Authorizations to review/, `live · first-${tag}`);
    await pressAccessKey(page, 't');
    await page.getByText('Assigned to you.').waitFor();
    await page.getByRole('img', { name: 'Page 1 of the authorization' }).waitFor();
    await page.waitForLoadState('networkidle');
    if (hasScript)
      expect(await page.evaluate<number>('document.querySelector(".sheet img").naturalWidth')).toBe(1_224);
    await page.getByRole('link', { name: 'Page 1' }).first().press('Enter');
    expect(page.url()).toMatch(/#mark-\d+-\d+$/);
    await pressAccessKey(page, 'a');
    await page.getByRole('heading', { name: 'Confirm approval' }).waitFor();
    // The access key doesn't confirm.
    await pressAccessKey(page, 'a');
    expect(await statusOf(uid)).toBe('NeedsApproval');
    const reason = page.getByRole('radio', { name: 'the analysis is wrong' });
    await tabTo(page, page.getByRole('radio', { name: 'the analysis is wrong' }));
    await page.keyboard.press('Space');
    expect(await reason.isChecked()).toBe(true);
    await tabTo(page, page.getByRole('button', { name: 'Approve anyway' }));
    await page.keyboard.press('Enter');
    await page.getByText('Decision saved.').first().waitFor();
    expect(await statusOf(uid)).toBe('Approved');
  }, 60_000);

  test('journey 2: denies an authorization with a reason and an explanation', async () => {
    const uid = await awaitReview(world, acme, `second-${tag}`, daysAgo(2));
    await openFromQueue(/^Authorizations to review/, `live · second-${tag}`);
    await page.getByRole('radio', { name: 'Missing signature' }).check();
    await page.getByRole('textbox', { name: 'Explanation' }).fill('the line is empty');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Decision saved.').first().waitFor();
    expect(await statusOf(uid)).toBe('MissingSignature');
    expect((await world.audits({ event: 'authorization.decide', resourceUid: uid })).at(-1)).toMatchObject({
      outcome: 'success',
      reason: 'the line is empty',
      actorName: email,
    });
  }, 60_000);

  test('journey 3: is refused if another operator decides on the same authorization first', async () => {
    const uid = await awaitReview(world, acme, `contested-${tag}`, daysAgo(2));
    const hers = await openAs('uma@recordwell.example');
    for (const opened of [page, hers]) await opened.goto(at(`/desk/authorizations/${uid}`));
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByText('Assigned to you.').waitFor();
    await hers.getByRole('button', { name: 'Approve' }).click();
    await hers.getByText('assigned to Olga Ruiz.').first().waitFor();
    expect(await statusOf(uid)).toBe('NeedsApproval');
    await page.getByRole('button', { name: 'Release' }).click();
    await page.getByText('Released.').waitFor();
    for (const opened of [page, hers]) await opened.goto(at(`/desk/authorizations/${uid}`));
    await hers.getByRole('radio', { name: 'Missing signature' }).check();
    await hers.getByRole('textbox', { name: 'Explanation' }).fill('the line is empty');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('radio', { name: 'on paper' }).check();
    await Promise.all([
      page.getByRole('button', { name: 'Approve anyway' }).click(),
      hers.getByRole('button', { name: 'Deny' }).click(),
    ]);
    const outcomeOn = (opened: Page): Promise<'decided' | 'refused'> =>
      Promise.race([
        opened
          .getByText('Decision saved.')
          .first()
          .waitFor()
          .then(() => 'decided' as const),
        opened
          .getByText('has changed since')
          .waitFor()
          .then(() => 'refused' as const),
      ]);
    const outcomes = [await outcomeOn(page), await outcomeOn(hers)];
    expect(outcomes.toSorted((a, b) => a.localeCompare(b))).toEqual(['decided', 'refused']);
    const decided = await world.audits({
      event: 'authorization.decide',
      resourceUid: uid,
      outcome: 'success',
    });
    expect(decided).toHaveLength(1);
    expect(await statusOf(uid)).toBe(outcomes[0] === 'decided' ? 'Approved' : 'MissingSignature');
  }, 60_000);

  test('journey 4: reviews ten authorizations in a row by keyboard only', async () => {
    const uids: string[] = [];
    const document = await formPdf();
    const place = { project: 'live', id: `rows-${tag}` } as const;
    const { uid: from } = await uploadAnalyzed({ world, company: acme }, place, jane, document);
    for (let made = 0; made < 10; made += 1) {
      const to = await awaitReview(world, acme, `row-${tag}-${made}`, daysAgo(40 - made));
      await copyAnalyzed(world, { from, to }, document);
      uids.push(to);
    }
    await page.goto(at('/desk?kind=authorization'));
    const first = page.getByRole('link', { name: `live · row-${tag}-0`, exact: true });
    await tabTo(page, first);
    await page.keyboard.press('Enter');
    for (let nth = 0; nth < 10; nth += 1) {
      await page.getByRole('heading', { level: 1, name: `row-${tag}-${nth}` }).waitFor();
      if (nth !== 4) {
        await page.waitForLoadState('load');
        await pressAccessKey(page, 'a');
        continue;
      }
      // One of them is denied with the first reason.
      await tabTo(page, page.getByRole('radio').first());
      await page.keyboard.press('Space');
      await tabTo(page, page.getByRole('textbox', { name: 'Explanation' }));
      await page.keyboard.type('it is of somebody else');
      await pressAccessKey(page, 'r');
    }
    await page.getByText('Decision saved.').first().waitFor();
    const statuses = await Promise.all(uids.map(statusOf));
    expect(statuses).toEqual(uids.map((_uid, nth) => (nth === 4 ? 'WrongPatientName' : 'Approved')));
  }, 240_000);

  test('journey 5: attaches a file from the facility to a record request, and completes it', async () => {
    const id = `requested-${tag}`;
    const uid = await awaitResolution(world, acme, id);
    await page.goto(at('/desk?kind=recordRequest'));
    await page.locator(`a[href="/desk/requests/${uid}"]`).click();
    await page.getByText('Attach file').first().click();
    await page.getByRole('textbox', { name: 'File name' }).fill('Medical Record.pdf');
    await page.getByRole('button', { name: 'Continue to upload' }).click();
    await page.getByLabel('File on your computer').setInputFiles({
      name: 'Jane Doe.pdf',
      mimeType: 'application/pdf',
      // Not a PDF by its bytes, so no worker has to read it first.
      buffer: Buffer.from('bytes of what came back'),
    });
    await page.getByRole('button', { name: 'Upload file' }).click();
    await page.getByText('File attached.').waitFor();
    await page.getByRole('link', { name: 'Medical Record.pdf' }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Completed');
    await page.getByRole('button', { name: 'Change status' }).click();
    await page.getByText('Changes saved.').waitFor();
    expect(await valueOf('select status as value from record_request where uid = ?', uid)).toBe('Completed');
  }, 60_000);

  test('journey 6: verifies a facility that a customer named', async () => {
    const uid = await siteOf(world, await awaitResolution(world, acme, `sited-${tag}`));
    await world.db('site').where({ uid }).update({ standing: 'unverified' });
    await page.goto(at('/desk?kind=site'));
    await page.locator(`a[href="/desk/sites/${uid}"]`).click();
    await page.getByRole('form', { name: 'Verify facility' }).getByRole('button').click();
    await page.getByText('Changes saved.').waitFor();
    expect(await valueOf('select standing as value from site where uid = ?', uid)).toBe('verified');
  }, 60_000);

  test('journey 7: assigns an exchange that its partner has not answered, and snoozes it', async () => {
    const patient = await awaitReview(world, acme, `exchanged-${tag}`, daysAgo(1));
    await world.db('patient').where({ uid: patient }).update({ authorization_status: 'Approved' });
    const uid = await unansweredExchange(world, patient, daysAgo(hasScript ? 10 : 11));
    await page.goto(at('/desk?kind=exchange&overdue=yes'));
    await page.locator(`a[href="/desk/exchanges/${uid}"]`).click();
    await page.getByText('Sent, not acknowledged').waitFor();
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByText('Assigned to you.').waitFor();
    await page.goto(at('/desk?kind=exchange&mine=yes'));
    await page.locator('summary', { hasText: 'Snooze' }).first().click();
    await page.getByRole('button', { name: /^Snooze: Exchange/ }).click();
    await page.getByText('Snoozed.').waitFor();
    await page.goto(at('/desk?kind=exchange'));
    expect(await page.locator(`a[href="/desk/exchanges/${uid}"]`).count()).toBe(0);
  }, 60_000);

  test('journey 8: enables an endpoint that failures disabled', async () => {
    const uid = await failedEndpoint(world, acme, daysAgo(1));
    await page.goto(at('/desk?kind=endpoint'));
    await page.locator(`a[href="/desk/endpoints/${uid}"]`).click();
    await page.getByRole('button', { name: 'Enable endpoint' }).click();
    await page.getByText('This endpoint is active.').waitFor();
    expect(await valueOf('select disabled_by as value from webhook_endpoint where uid = ?', uid)).toBeNull();
  }, 60_000);

  test('journey 9: re-arms a search that was rejected too often, and identifies a patient', async () => {
    const uid = await awaitReview(world, acme, `refused-${tag}`, daysAgo(1));
    await refusedSearch(world, uid);
    await ambiguousSearch(world, uid, daysAgo(1));
    await openFromQueue(/^Blocked searches/, `live · refused-${tag}`);
    await page.getByRole('button', { name: 'Re-arm' }).click();
    await page.getByText('Changes saved.').waitFor();
    await page.getByRole('radio', { name: /^Person 1/ }).check();
    await page.getByRole('textbox', { name: 'How you know' }).fill('the customer told');
    await page.getByRole('button', { name: 'Confirm identity' }).click();
    await page.getByText('Changes saved.').waitFor();
    expect(
      await valueOf(
        "select count(*)::int as value from run_candidate where patient_uid = ? and standing = 'held'",
        uid,
      ),
    ).toBe(0);
    await page.goto(at('/desk?kind=search'));
    expect(await page.locator(`a[href="/desk/patients/${uid}"]`).count()).toBe(0);
  }, 60_000);

  test('journey 10: runs a bulk action, sees each result, and finds it in the audit log', async () => {
    const uids = [
      await failedEndpoint(world, acme, daysAgo(1)),
      await failedEndpoint(world, acme, daysAgo(1)),
    ];
    await page.goto(at('/desk?kind=endpoint'));
    for (const uid of uids) await page.locator(`input[value="endpoint:${uid}"]`).check();
    await page.getByRole('button', { name: 'Enable endpoints' }).click();
    await page.getByText('Pending: 2').waitFor();
    const bulkUid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    // Stands in for the workflow, which `test/flows` runs.
    await workBulk({ ...world.services, exchanges: new Map() }, { bulkUid });
    if (!hasScript) await page.getByRole('link', { name: 'Reload this page' }).click();
    else await page.mouse.move(5, 5);
    await page.getByText('Done: 2').waitFor();
    await page.getByText('Finished, ').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('textbox', { name: 'Record ID' }).fill(uids[1] ?? '');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.getByText('webhookEndpoint.enable').waitFor();
    await page.getByRole('cell', { name: email }).first().waitFor();
  }, 60_000);
});

test('The counts of an open queue refresh in place, but not under the pointer [DESK-32]', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const watched = await watchPage(page);
  await signIn(page);
  await page.clock.install();
  await page.goto(at('/desk?kind=endpoint&company=acme'));
  const count = page.locator('[data-count="endpoint"]');
  const before = Number(await count.textContent());
  const place = async (): Promise<unknown> =>
    page.getByRole('link', { name: /^Exchanges to resolve/ }).boundingBox();
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
  // One checkbox selects all items on the page.
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  expect(await page.locator('input[name="item"]:checked').count()).toBe(rows);
  expect(watched.complaints).toEqual([]);
  await context.close();
}, 60_000);
