import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { chromiumPath } from './chromium';
import { until } from './until';

/**
 * A host name that the browser resolves to this machine: behavior specific to `localhost` doesn't apply
 * there.
 */
export const publicName = 'docs.recordwell.example';

/** Disabled browser features. The browser uses the last such list, so this one replaces Playwright's. */
const disabledFeatures = [
  // A customer's page elsewhere may frame this machine without asking the person.
  ...['LocalNetworkAccessChecks', 'LocalNetworkAccessChecksWarn', 'PrivateNetworkAccessForNavigations'],
  // The browser's own pages behind its address bar: two are loaded with every window, and nobody types there.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  // With a new frame for each page of the same site, and the last page shown until the next one is ready, a
  // page takes a third longer.
  ...['RenderDocument', 'PaintHolding'],
  // Requests to the browser's vendor and what follows from them, as in Playwright.
  ...['OptimizationHints', 'AimEnabled', 'PreconnectToSearch', 'LensOverlay', 'MediaRouter'],
];

/**
 * Starts the browser; `publicName` on this port counts as https.
 * @param served the port of this machine that serves a name with https, in addition
 */
export async function startBrowser(
  port: number,
  served: Readonly<Record<string, number>> = {},
): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('No Chromium: set CHROMIUM to the path of one.');
  const names = Object.entries(served).map(([name, its]) => `MAP ${name}:443 127.0.0.1:${its}`);
  return chromium.launch({
    executablePath,
    args: [
      // Root can't use the sandbox; the pages are our own.
      '--no-sandbox',
      // The browser's requests to its vendor would only be noise.
      '--disable-background-networking',
      `--disable-features=${disabledFeatures.join()}`,
      `--unsafely-treat-insecure-origin-as-secure=http://${publicName}:${port}`,
      `--host-resolver-rules=${[`MAP ${publicName} 127.0.0.1`, ...names].join()}`,
    ],
  });
}

/** What a page requested and what the browser complained about, while it is open. */
export interface Watched {
  readonly requested: readonly string[];
  readonly complaints: readonly string[];
}

/** Watches a page and its frames, from before the first one loads. */
export async function watchPage(page: Page): Promise<Watched> {
  const requested: string[] = [];
  const complaints: string[] = [];
  page.on('request', request => requested.push(request.url()));
  page.on('pageerror', error => complaints.push(error.message));
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  // What the policy blocks never becomes a request: the browser only tells the page.
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', event => console.error('stopped: ' + ` +
      `event.violatedDirective + ' ' + event.blockedURI));`,
  );
  return { requested, complaints };
}

/** Reloads a page until something is on it. */
export async function comesToShow(page: Page, what: string, sought: Locator): Promise<void> {
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
