/** Passkeys in a real browser, with an authenticator of Chromium's own instead of a finger. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { startBrowser, watchPage, type Watched } from '../support/browser';
import { linkTo } from '../support/console-visitor';

let world: ApiWorld;
let company: TestCompany;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let watched: Watched;
let cdp: CDPSession;
let authenticatorId: string;

// A name: an authenticator takes no address for one.
const at = (path: string): string => `http://localhost:${world.port}${path}`;

beforeAll(async () => {
  world = await startApiWorld({ passkeysAt: 'localhost' });
  company = await world.company('acme');
  browser = await startBrowser(world.port);
  context = await browser.newContext();
  page = await context.newPage();
  watched = await watchPage(page);
  cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  ({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  }));
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

async function signOut(): Promise<void> {
  await page.locator('summary', { hasText: 'Admin' }).first().click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

test('a person adds a passkey, signs in with it, and removes it [CONSOLE-32] [CONSOLE-33]', async () => {
  await page.goto(at('/console/sign-in'));
  await page.getByLabel('E-mail address').fill(company.email);
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
  await page.goto(at(await linkTo(world, company.email)));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Company acme' }).waitFor();

  await page.goto(at('/console/account'));
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('My laptop');
  await page.getByRole('button', { name: 'Make the passkey' }).click();
  await page.getByText('The passkey is added.').waitFor();
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
  await signOut();

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Company acme' }).waitFor();
  expect(await context.cookies()).toMatchObject([
    { name: '__Host-recordwell', secure: true, httpOnly: true },
  ]);
  await signOut();

  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('It did not work, or was stopped.').waitFor();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Company acme' }).waitFor();

  await page.goto(at('/console/account'));
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The passkey is removed.').waitFor();
  await signOut();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'This passkey was not taken' }).waitFor();
  // The browser tells of an answer that refuses; of nothing else.
  expect(watched.complaints.filter(said => !said.includes('status of 400'))).toEqual([]);
});

test('a page that asks for a passkey loads less than 100 KB of script, of our origin [CONSOLE-11]', async () => {
  const scripts: Array<Promise<number>> = [];
  const fresh = await context.newPage();
  fresh.on('response', response => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then(({ length }) => length));
  });
  await fresh.goto(at('/console/sign-in'));
  await fresh.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await fresh.getByRole('button', { name: 'Use a passkey' }).waitFor();
  const sizes = await Promise.all(scripts);
  expect(sizes.length).toBeGreaterThanOrEqual(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
});

test('without a script the page says nothing of passkeys that it could not do [CONSOLE-15]', async () => {
  const bare = await browser.newContext({ javaScriptEnabled: false });
  const plain = await bare.newPage();
  await plain.goto(at('/console/sign-in'));
  expect(await plain.getByRole('button').allTextContents()).toEqual(['Mail me a link']);
  await bare.close();
});
