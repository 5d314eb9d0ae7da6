/**
 * The console in a real browser, over the whole service: ten journeys of a customer, each with and without a
 * script, and axe.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Download, Locator, Page } from 'playwright-core';
import { createMailer } from '../../src/mail/mailer';
import { addMember } from '../../src/usecases/tenants/members';
import { signInLinkIn } from '../../stack/run/sign-in-links';
import type { TestCompany } from '../support/api-world';
import { formPdf } from '../support/authorization-documents';
import { startLooking } from '../support/axe';
import { startBrowser, watchPage, type Watched } from '../support/browser';
import { askForImport, uploadFile } from '../support/bulk-imports';
import { linkTo } from '../support/console-visitor';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { keepPages, showAgain, type MetPage } from '../support/met-pages';
import { decideOnSandbox, jane, patientsPath, putPatient, storedPatient } from '../support/patients';
import { followLink, signInBy } from '../support/sign-in-walk';
import { until } from '../support/until';
import { verifyWebhookSignature } from '../support/verify-webhook-signature';
import type { ReceivedWebhook } from '../support/webhook-receiver';

/** The folder with the console's e-mails, as on one machine. */
const mailFolder = mkdtempSync(join(tmpdir(), 'journeys-'));
const mailer = createMailer({ smtpUrl: undefined, folder: mailFolder, from: 'no-reply@recordwell.example' });

let world: FlowWorld;
let browser: Browser;
let met: { readonly all: () => readonly MetPage[] };

beforeAll(async () => {
  world = await startFlowWorld({
    alsoServes: ['documents', 'bulk'],
    passkeysAt: 'localhost',
    sendMail: mailer.send,
  });
  met = keepPages(world.server);
  browser = await startBrowser(world.port);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await world.close();
  mailer.close();
  rmSync(mailFolder, { recursive: true });
});

// A name, because authenticators accept no IP address.
const origin = (): string => `http://localhost:${world.port}`;
const at = (path: string): string => origin() + path;

/** Returns the path of the link in the only e-mail to an address in the folder. */
async function linkInFolder(email: string): Promise<string> {
  await world.mailed();
  const mails = readdirSync(mailFolder).map(name => readFileSync(join(mailFolder, name), 'utf8'));
  const [link] = mails.filter(mail => mail.includes(email)).map(signInLinkIn);
  if (link === undefined) throw new Error('there is no link in the folder');
  return new URL(link).pathname;
}

/** Presses the button with a name. */
async function press(page: Page | Locator, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();
}

async function follow(page: Page, name: string | RegExp): Promise<void> {
  await page
    .getByRole('link', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    .first()
    .click();
}

async function unfold(page: Page | Locator, name: string): Promise<void> {
  await page.locator('summary', { hasText: name }).first().click();
}

async function says(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor();
}

/** Reloads a page until something is on it. @throws Error on timeout, with what the page shows */
async function comesToShow(page: Page, what: string, sought: Locator): Promise<void> {
  await until(
    `the page to show ${what}`,
    async () => {
      await page.reload();
      return sought.count();
    },
    count => count > 0,
    { pauseMaxMs: 500 },
  );
}

async function comesToSay(page: Page, text: string): Promise<void> {
  await comesToShow(page, `“${text}”`, page.getByText(text));
}

async function bytesOf(download: Promise<Download>): Promise<Buffer> {
  return readFileSync(await (await download).path());
}

describe.each([
  ['with a script', true],
  ['without a script', false],
])('A customer %s [CONSOLE-15]', (_, hasScript) => {
  const tag = hasScript ? 'scripted' : 'plain';
  const sandbox = `/console/companies/${tag}/sandbox`;
  const ana = { email: `ana@${tag}.example`, name: 'Ana Diaz' };
  const contexts: BrowserContext[] = [];
  let company: TestCompany;
  let page: Page;
  const watched: Watched[] = [];

  async function open(): Promise<Page> {
    const context = await browser.newContext({
      javaScriptEnabled: hasScript,
      viewport: { width: 1280, height: 900 },
    });
    contexts.push(context);
    const opened = await context.newPage();
    watched.push(await watchPage(opened));
    return opened;
  }

  async function join(email: string, name: string): Promise<void> {
    await world.change(change =>
      addMember(change, { companyId: tag, email, name, role: 'Administrator', seesAllProjects: true }),
    );
  }

  const signIn = (opened: Page, email: string): Promise<void> =>
    signInBy(opened, { world, email, origin: origin() });

  beforeAll(async () => {
    company = await world.company(tag);
    await join(ana.email, ana.name);
    page = await open();
    await signIn(page, ana.email);
  });
  afterEach(() => {
    // The browser also reports the 4xx answers of refused forms.
    const complaints = watched.flatMap(one => one.complaints);
    expect(complaints.filter(complaint => !/status of (?:400|403|404|422)/.test(complaint))).toEqual([]);
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
  });

  const put = (id: string, details: object = {}): Promise<unknown> =>
    putPatient(world, company, 'sandbox', id, { ...jane, ...details });

  /** Adds an endpoint for new patients with the form. @returns the URL of its page */
  async function addEndpoint(path: string): Promise<string> {
    await page.goto(at(`${sandbox}/endpoints/new`));
    await page.getByLabel('Endpoint URL').fill(world.receiver.url(path));
    await page.getByLabel('patient.created').check();
    await press(page, 'Add endpoint');
    await says(page, 'Endpoint added.');
    return page.url().replace(/\?.*/, '');
  }

  /** Waits for webhooks about a patient on a path, and returns them. */
  const webhooksAbout = async (path: string, id: string, times = 1): Promise<readonly ReceivedWebhook[]> => {
    const about = (all: readonly ReceivedWebhook[]): readonly ReceivedWebhook[] =>
      all.filter(({ envelope }) => envelope.data['id'] === id);
    return about(await world.receiver.until(path, all => about(all).length >= times));
  };

  test('journey 1: signs in for the first time, creates a key, sees it used, and regenerates it [CONSOLE-14] [CONSOLE-31] [CONSOLE-61]', async () => {
    const email = `ben@${tag}.example`;
    await join(email, 'Ben');
    const first = await open();
    await first.goto(at('/console'));
    await first.getByLabel('E-mail address').fill(email);
    await press(first, 'E-mail me a link');
    await first.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    await first.goto(at(await linkInFolder(email)));
    await press(first, 'Sign in');
    await first.getByRole('heading', { name: 'Next steps' }).waitFor();
    expect(await first.context().cookies()).toMatchObject([
      { name: '__Host-recordwell', secure: true, httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 },
    ]);
    await follow(first, 'Home');
    const step = first.getByRole('listitem').filter({ hasText: 'Use your API key' });
    expect(await step.textContent()).toContain('To do');
    await follow(first, 'Use your API key');
    await press(first, 'Create sandbox key');
    const key = (await first.locator('#key').textContent()) ?? '';
    expect(await first.getByRole('button', { name: 'Copy' }).count()).toBe(hasScript ? 1 : 0);
    await follow(first, "I've copied the key");
    expect(await first.content()).not.toContain(key);
    const lastUsed = first.locator('dt', { hasText: 'Last used' }).locator('+ dd');
    expect(await lastUsed.textContent()).toBe('Never');
    const use = async (used: string): Promise<number> =>
      (await world.call('GET', `/v0/companies/${tag}/projects`, { key: used })).status;
    expect(await use(key)).toBe(200);
    // The use is recorded alongside the answer, not before it.
    await comesToShow(first, 'when the key was used', lastUsed.locator('time'));
    await follow(first, 'Home');
    expect(await step.textContent()).toContain('Done');
    await follow(first, 'API keys');
    await unfold(first, 'Regenerate key');
    await press(first, 'Regenerate key');
    const next = (await first.locator('#key').textContent()) ?? '';
    expect([await use(key), await use(next)]).toEqual([401, 200]);
    await follow(first, "I've copied the key");
    await comesToShow(first, 'when the new key was used', lastUsed.locator('time'));
    await unfold(first, 'Revoke key');
    await press(first, 'Revoke key');
    // It was used just now, so the page asks again.
    await says(first, 'This key is in use');
    await press(first, 'Revoke key');
    await says(first, 'Key revoked.');
    expect(await use(next)).toBe(401);
    await unfold(first, 'Ben');
    await press(first, 'Sign out');
    await first.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await first.context().cookies()).toEqual([]);
  });

  const secondPath = `/${tag}/second`;
  const firstStep = (): Locator => page.getByRole('listitem').filter({ hasText: 'Receive a webhook' });

  test('journey 2: creates a project and renames it [CONSOLE-28]', async () => {
    await page.goto(at(sandbox));
    await follow(page, 'Projects');
    await follow(page, 'Create project');
    await page.getByLabel('Name').fill('Intake');
    await page.getByLabel('Purpose').selectOption('Legal');
    await press(page, 'Create project');
    await says(page, 'Project created.');
    await page.getByLabel('Name').fill('Intake of Boston');
    await press(page, 'Save changes');
    await page.getByRole('heading', { level: 1, name: 'Intake of Boston' }).waitFor();
  });

  test('journey 2: opens the inbox, which is empty [CONSOLE-30]', async () => {
    await follow(page, 'Sandbox inbox');
    await press(page, 'Open inbox');
    await says(page, 'No deliveries yet');
  });

  test('journey 2: follows a first step, then adds, tests, and edits an endpoint [CONSOLE-17] [CONSOLE-31] [CONSOLE-51]', async () => {
    await unfold(page, ana.name);
    await follow(page, 'Your companies');
    await follow(page, 'Sandbox');
    expect(await firstStep().textContent()).toContain('To do');
    await follow(page, 'Receive a webhook');
    await follow(page, 'Add endpoint');
    await page.getByLabel('Endpoint URL').fill(world.receiver.url(secondPath));
    await press(page, 'Add endpoint');
    await page.getByRole('alert').waitFor();
    await unfold(page, 'Sample patient.created event');
    await says(page, '"eventType": "patient.created"');
    const patients = page.getByRole('group', { name: 'Patients', exact: true });
    if (hasScript) await patients.getByText('Select all').click();
    else await page.getByLabel('patient.created').check();
    expect(await page.getByLabel('Sandbox project').isDisabled()).toBe(hasScript);
    await page.getByLabel('Selected projects:').check();
    await page.getByLabel('Sandbox project').check();
    await page.getByLabel('Intake of Boston').check();
    await page.getByLabel('Custom headers').fill('X-Tenant: boston');
    await press(page, 'Add endpoint');
    await says(page, 'Endpoint added.');
    const facts = await page.locator('main dl').first().textContent();
    expect(facts).toMatch(/patient\.created.*sandbox.*X-Tenant|patient\.created.*X-Tenant/s);
    expect(facts).not.toContain('boston');
    world.receiver.answer(secondPath, { body: 'taken, thank you' });
    world.receiver.respond(secondPath, () => 200);
    await press(page, 'Send test event');
    await page.getByRole('heading', { name: 'Test results' }).waitFor();
    await unfold(page, 'Body');
    await says(page, 'taken, thank you');
    expect(world.receiver.at(secondPath)[0]?.headers).toMatchObject({ 'x-tenant': 'boston' });

    await follow(page, 'Webhook endpoints');
    await follow(page, world.receiver.url(secondPath));
    await unfold(page, 'Edit');
    await page.getByLabel('All projects you can see, including future ones').check();
    if (!hasScript) {
      await press(page, 'Save changes');
      await says(page, 'You selected both all projects and individual ones.');
      await page.getByLabel('Sandbox project').uncheck();
      await page.getByLabel('Intake of Boston').uncheck();
      await page.getByLabel('All projects you can see, including future ones').check();
    }
    await press(page, 'Save changes');
    await says(page, 'Saved.');
  });

  test('journey 2: receives an event, which completes the first step and is in the inbox [CONSOLE-30] [CONSOLE-31]', async () => {
    await put('second');
    await webhooksAbout(secondPath, 'second');
    await page.goto(at(sandbox));
    await until(
      'the step to be checked off',
      async () => {
        await page.reload();
        return firstStep().textContent();
      },
      text => text?.includes('Done') === true,
    );
    await follow(page, 'Sandbox inbox');
    await comesToSay(page, 'patient.created');
    await follow(page, 'patient.created');
    await page.getByRole('heading', { name: 'How to verify the signature' }).waitFor();
    expect(await page.locator('#body').textContent()).toContain('"id":"second"');
  });

  test('journey 3: signs in again to see a secret, rotates it, and both sign until the time shown [CONSOLE-8] [CONSOLE-17]', async () => {
    const path = `/${tag}/third`;
    await addEndpoint(path);
    const shown = async (): Promise<string> => {
      await press(page, 'Show secret');
      const secret = (await page.locator('#secret').textContent()) ?? '';
      await follow(page, 'Back to endpoint');
      return secret;
    };
    await world.db.raw(`update console_session set signed_in_at = signed_in_at - interval '11 minutes'`);
    await press(page, 'Show secret');
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
    await press(page, 'E-mail me a link');
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    await followLink(page, { world, email: ana.email, origin: origin() });
    await page.getByRole('heading', { level: 1, name: world.receiver.url(path) }).waitFor();
    const before = await shown();
    await press(page, 'Rotate secret');
    await says(page, 'signed with both secrets for 24 hours');
    const left = await page.locator('[data-until]').textContent();
    expect(left).toMatch(hasScript ? /^\((?:24 h 0|23 h 59) min left\)$/ : /^$/);
    const after = await shown();
    expect(after).not.toBe(before);
    await put('third');
    const [webhook] = await webhooksAbout(path, 'third');
    const isSignedBy = (secret: string): Promise<boolean> =>
      verifyWebhookSignature(webhook ?? { headers: {}, body: Buffer.alloc(0) }, secret, Date.now() / 1_000);
    expect([await isSignedBy(before), await isSignedBy(after)]).toEqual([true, true]);
    await press(page, 'Expire previous secrets now');
    await says(page, 'Previous secrets expired.');
    expect(await page.locator('[data-until]').count()).toBe(0);
  });

  test('journey 4: filters for a failed delivery, sees why it failed, retries it, and resends it [CONSOLE-18] [CONSOLE-49]', async () => {
    const path = `/${tag}/fourth`;
    const endpoint = await addEndpoint(path);
    world.receiver.respond(path, () => 503);
    world.receiver.answer(path, { body: 'the receiver is out' });
    await put('fourth');
    await put('fourth-other');
    await webhooksAbout(path, 'fourth');
    await webhooksAbout(path, 'fourth-other');
    const { uid } = await storedPatient(world, company, 'sandbox', 'fourth');
    await follow(page, 'Delivery log');
    await page.getByLabel('Event').selectOption('patient.created');
    await page.getByLabel('Last HTTP status').fill('503');
    await page.getByLabel('Record ID').fill(uid);
    await until(
      'the attempt to be recorded',
      async () => {
        await press(page, 'Apply filters');
        return page.locator('tbody tr').count();
      },
      count => count === 1,
    );
    const { searchParams } = new URL(page.url());
    const filters = ['event', 'http', 'record'].map(name => searchParams.get(name));
    expect(filters).toEqual(['patient.created', '503', uid]);
    await page.locator('tbody').getByRole('link', { name: 'patient.created' }).click();
    await says(page, 'HTTP 503');
    await page.getByText(/^\d+ ms$/).waitFor();
    await unfold(page, 'Request body');
    await page.locator('pre', { hasText: '"id": "fourth"' }).waitFor();
    await unfold(page, 'Response');
    await page.locator('pre', { hasText: 'the receiver is out' }).waitFor();

    world.receiver.respond(path, () => 200);
    world.receiver.answer(path, { body: 'taken' });
    await press(page, 'Retry now');
    await says(page, 'Retrying now.');
    await webhooksAbout(path, 'fourth', 2);
    await until(
      'the delivery to have arrived',
      async () => {
        await follow(page, 'Reload page');
        return page.locator('.head', { hasText: 'Succeeded' }).count();
      },
      count => count === 1,
      { pauseMaxMs: 500 },
    );
    await press(page, 'Resend');
    await says(page, 'Resending the same body');
    const [first, , again] = await webhooksAbout(path, 'fourth', 3);
    expect(again?.body).toEqual(first?.body);
    expect(again?.envelope.id).toBe(first?.envelope.id);
    await comesToSay(page, 'Attempt 3');
    await page.goto(endpoint);
    await unfold(page, 'Delete');
    await press(page, 'Delete endpoint');
    await says(page, 'Endpoint deleted.');
    await page.goto(endpoint);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  test('journey 5: resumes a paused endpoint and enables a disabled one, and gets the held events [CONSOLE-17]', async () => {
    const path = `/${tag}/fifth`;
    const endpoint = await addEndpoint(path);
    await unfold(page, 'Pause');
    await press(page, 'Pause endpoint');
    await says(page, 'This endpoint is paused.');
    await put('fifth-paused');
    await comesToSay(page, '1 held event');
    await page.getByLabel('Send them in order').check();
    await press(page, 'Resume endpoint');
    await says(page, 'Sending 1 held event.');
    await webhooksAbout(path, 'fifth-paused');

    world.receiver.respond(path, () => 410);
    await put('fifth-gone');
    await webhooksAbout(path, 'fifth-gone');
    await page.goto(endpoint);
    await comesToSay(page, 'the receiver responded with 410');
    await put('fifth-held');
    await comesToSay(page, 'held event');
    await page.goto(at(sandbox));
    await page.getByRole('heading', { name: 'Webhook endpoints' }).waitFor();
    await follow(page, world.receiver.url(path));
    world.receiver.respond(path, () => 204);
    await press(page, 'Send test event');
    await says(page, 'Accepted');
    await press(page, 'Enable endpoint');
    await says(page, 'Endpoint enabled.');
    await webhooksAbout(path, 'fifth-held');
  });

  test('journey 6: invites a member, who gets e-mails, and is refused after losing the role [CONSOLE-22] [CONSOLE-26] [CONSOLE-27]', async () => {
    const email = `cleo@${tag}.example`;
    await page.goto(at(sandbox));
    await follow(page, 'Members');
    await follow(page, 'Invite member');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('textbox', { name: 'Name' }).fill('Cleo Park');
    await page.getByLabel('Role').selectOption({ label: 'Viewer' });
    await page.getByLabel('All projects in both environments').check();
    await press(page, 'Send invitation');
    await says(page, 'Invitation sent.');
    const hers = await open();
    await hers.goto(at(await linkTo(world, email)));
    await press(hers, 'Accept invitation');
    await hers.getByRole('heading', { name: 'Next steps' }).waitFor();
    expect(await hers.getByRole('link', { name: 'Webhook endpoints' }).count()).toBe(0);

    await follow(page, 'Members');
    await follow(page, 'Cleo Park');
    await page.getByRole('combobox').selectOption({ label: 'Member' });
    await press(page, 'Save role');
    await says(page, 'Role saved.');
    await hers.reload();
    await hers.getByRole('link', { name: 'Webhook endpoints' }).first().waitFor();
    await follow(hers, 'E-mail notifications');
    await hers.getByLabel('patient.created').check();
    await press(hers, 'Save changes');
    await says(hers, 'Saved. You get e-mails for these events.');
    await put('sixth');
    await until(
      'the mail about the event',
      () => world.mails.filter(({ to }) => to.address === email).length,
      count => count > 0,
    );
    await unfold(hers, 'Turn off e-mail notifications');
    await press(hers, 'Turn off e-mail notifications');
    await says(hers, 'E-mail notifications turned off.');

    await page.getByRole('combobox').selectOption({ label: 'No role (no access)' });
    await press(page, 'Save role');
    await says(page, 'Role saved.');
    const refused = hers.waitForResponse(answer => answer.request().method() === 'POST');
    await press(hers, 'Save changes');
    expect((await refused).status()).toBe(403);
    await hers.getByRole('heading', { name: 'You have no role yet' }).waitFor();
    await unfold(page, 'Remove member');
    await press(page, 'Remove member');
    await says(page, 'Member removed.');
    await hers.goto(at(sandbox));
    await hers.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  test("journey 7: adds a passkey, signs in with it, and removes it; without a script, it isn't offered [CONSOLE-32] [CONSOLE-33]", async () => {
    const own = await open();
    if (!hasScript) {
      await own.goto(at('/console/sign-in'));
      expect(await own.getByRole('button').allTextContents()).toEqual(['E-mail me a link']);
      await page.goto(at('/console/account'));
      expect(await page.locator('noscript').textContent()).toContain('turn on JavaScript in your browser');
      expect(await page.getByRole('button', { name: 'Add passkey' }).count()).toBe(0);
      return;
    }
    await signIn(own, ana.email);
    const cdp = await own.context().newCDPSession(own);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const verify = async (isUserVerified: boolean): Promise<void> => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    };
    const signOut = async (): Promise<void> => {
      await unfold(own, ana.name);
      await press(own, 'Sign out');
      await own.getByRole('heading', { name: 'Sign in' }).waitFor();
    };
    await own.goto(at('/console/account'));
    await press(own, 'Add passkey');
    await own.getByLabel('Name').fill('My laptop');
    await press(own, 'Create passkey');
    await says(own, 'Passkey added.');
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
    await signOut();
    await verify(false);
    await press(own, 'Sign in with a passkey');
    await press(own, 'Use passkey');
    await says(own, 'The passkey prompt failed or was canceled.');
    await verify(true);
    await press(own, 'Use passkey');
    await own.getByRole('heading', { level: 1, name: `Company ${tag}` }).waitFor();
    expect(await own.context().cookies()).toMatchObject([
      { name: '__Host-recordwell', secure: true, httpOnly: true },
    ]);
    await own.goto(at('/console/account'));
    await press(own, 'Remove');
    await says(own, 'Passkey removed.');
    await signOut();
    await press(own, 'Sign in with a passkey');
    await press(own, 'Use passkey');
    await own.getByRole('heading', { name: "We couldn't verify your passkey" }).waitFor();
  });

  test('journey 8: finds a patient, sees search and authorization problems, and turns a search on [CONSOLE-38] [CONSOLE-40] [CONSOLE-46]', async () => {
    const id = 'eighth';
    await put(id, { firstName: 'Quvenna' });
    const { uid } = await storedPatient(world, company, 'sandbox', id);
    const key = company.sandboxKey;
    const authorization = (): Promise<{ readonly json: Record<string, unknown> }> =>
      world.call('GET', `${patientsPath(company, 'sandbox', id)}/authorization`, { key });
    const { uploadUrl } = (await authorization()).json as { readonly uploadUrl: string };
    const document = await formPdf({ signedOn: undefined });
    await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(document) });
    await authorization();
    await decideOnSandbox(world, company, id, 'MissingSignature');
    await put(id, { firstName: 'Quvenna', siteSonar: true });

    await page.goto(at(sandbox));
    await follow(page, 'Patients');
    await page.getByLabel('Authorization').selectOption('MissingSignature');
    await press(page, 'Apply filters');
    await page.getByRole('link', { name: 'Quvenna' }).waitFor();
    await page.getByLabel('ID, name, reference, or birth date').fill('quven');
    await press(page, 'Search');
    await says(page, 'Search results.');
    await follow(page, /Quvenna/);
    await page.getByRole('heading', { level: 1, name: 'Quvenna' }).waitFor();
    await comesToSay(page, 'Other checks');
    await page
      .getByRole('row', { name: 'Site Sonar' })
      .getByText('Held: the authorization has a fault.')
      .waitFor();
    const signature = page.getByText('Signature', { exact: true });
    await page.getByRole('listitem').filter({ has: signature }).getByText('Failed').waitFor();
    const download = page.waitForEvent('download');
    await follow(page, 'Download authorization');
    expect((await bytesOf(download)).equals(Buffer.from(document))).toBe(true);
    const ehr = page.getByRole('row', { name: 'EHR Search' });
    await unfold(ehr, 'Turn on');
    await press(ehr, 'Turn on EHR Search');
    await says(page, 'Search turned on.');
    const happened = page.getByRole('table', { name: 'Timeline, newest first' });
    await happened.getByRole('row').nth(1).getByText(ana.name).waitFor();
    const { searches } = await storedPatient(world, company, 'sandbox', id);
    expect(searches.find(({ kind }) => kind === 'ehrSearch')?.isRequested).toBe(true);
    expect(watched.flatMap(one => one.requested).filter(url => /quven/i.test(url))).toEqual([]);
    expect(page.url()).toContain(uid);
  });

  test('journey 9: requests records, cancels, requests again, and downloads the file [CONSOLE-41] [CONSOLE-47]', async () => {
    const id = 'ninth';
    await put(id);
    const { uid } = await storedPatient(world, company, 'sandbox', id);
    await decideOnSandbox(world, company, id, 'MissingSignature');
    const ask = async (): Promise<void> => {
      await page.goto(at(`${sandbox}/patients/${uid}`));
      await follow(page, 'Request records');
      await page.getByLabel('Facility name').fill('Harbor General Hospital');
      await page.getByLabel('Street address').fill('1 Harbor Way');
      await page.getByLabel('City').fill('Salem');
      await page.getByLabel('State').selectOption('MA');
      await page.getByLabel('ZIP code').fill('nine');
      await page.getByLabel('Billing').check();
      await press(page, 'Request records');
      await says(page, 'Must be a ZIP code');
      await page.getByLabel('ZIP code').fill('01970');
      await press(page, 'Request records');
      await says(page, 'Records requested.');
    };
    await ask();
    await follow(page, 'Harbor General Hospital');
    await unfold(page, 'Cancel');
    await press(page, 'Cancel record request');
    await says(page, 'Record request canceled.');
    await decideOnSandbox(world, company, id, 'Approved');
    await ask();
    await page.getByRole('link', { name: 'Harbor General Hospital' }).last().click();
    await comesToSay(page, 'Billing Ledger.pdf');
    const download = page.waitForEvent('download');
    await follow(page, 'Billing Ledger.pdf');
    const bytes = await bytesOf(download);
    const request = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const listed = await world.call(
      'GET',
      `${patientsPath(company, 'sandbox', id)}/record-requests/${request}/deliverables`,
      { key: company.sandboxKey },
    );
    const [file] = listed.json['files'] as Array<{ readonly url: string }>;
    const byApi = await (await fetch(file?.url ?? '')).arrayBuffer();
    expect(bytes.equals(Buffer.from(byApi))).toBe(true);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('journey 10: follows an import with invalid rows to its end, and downloads the result [CONSOLE-43] [CONSOLE-44]', async () => {
    const asked = await askForImport(world, company);
    await page.goto(at(sandbox));
    await follow(page, 'Bulk imports');
    await page.locator(`a[href$="/imports/${asked.uid}"]`).click();
    await says(page, "The file hasn't been uploaded");
    const header = 'Patient ID,First Name,Last Name,DOB';
    await uploadFile(asked, [header, 'tenth-1,Ida,Moss,2/28/1961', 'tenth-2,Ned,,1958-13-01']);
    await world.call('GET', `/v0/companies/${tag}/projects/sandbox/bulk-imports/${asked.uid}`, {
      key: company.sandboxKey,
    });
    await until(
      'the import to have ended',
      async () => {
        const again = page.getByRole('link', { name: 'Reload page' });
        if ((await again.count()) > 0) await again.click();
        return page.getByRole('link', { name: 'Download results' }).count();
      },
      count => count === 1,
      { pauseMaxMs: 500 },
    );
    const failed = page.locator('tbody tr', { hasText: 'Failed' });
    expect(await failed.textContent()).toMatch(/^3.*Date of Birth/s);
    expect(await page.content()).not.toMatch(/\bNed\b|1958-13/);
    const download = page.waitForEvent('download');
    await follow(page, 'Download results');
    const lines = (await bytesOf(download)).toString('utf8').trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain('tenth-2');
  });
});

test('axe finds nothing on any visited page, and none is wider than the screen or loads 100 KB of script [CONSOLE-16] [CONSOLE-50]', async () => {
  const findViolations = await startLooking(browser);
  const found: unknown[] = [];
  for (const one of met.all()) {
    let script = 0;
    const violations = await findViolations(async page => {
      await showAgain(page, origin(), one);
      script = await page.evaluate<number>(
        'performance.getEntriesByType("resource").filter(({ initiatorType }) => initiatorType === ' +
          '"script").reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)',
      );
    });
    if (script === 0 || script >= 100_000) violations.push(`${script} bytes of script`);
    if (violations.length > 0) found.push([one.path, one.status, violations]);
  }
  expect(found).toEqual([]);
}, 240_000);
