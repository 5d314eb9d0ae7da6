import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumPath } from './chromium';

/**
 * A name that the browser takes for this machine: what pages do on `localhost` alone, they do not do there.
 */
export const publicName = 'docs.recordwell.example';

/**
 * What of the browser is off. It takes the last such list that it is given, so this one stands in place of
 * Playwright’s.
 */
const disabledFeatures = [
  // A page of a customer that is somewhere else may have a frame of this machine without a question to the
  // person.
  ...['LocalNetworkAccessChecks', 'LocalNetworkAccessChecksWarn', 'PrivateNetworkAccessForNavigations'],
  // Pages of the browser’s own behind its address bar: two are loaded with every window, and nobody types
  // there.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  // With a frame made anew for each page of the same site, and the last page drawn until the next one is, a
  // page takes a third longer.
  ...['RenderDocument', 'PaintHolding'],
  // Calls home and what follows of them, as Playwright has it.
  ...['OptimizationHints', 'AimEnabled', 'PreconnectToSearch', 'LensOverlay', 'MediaRouter'],
];

/**
 * Starts the browser; `publicName` on this port counts as served by https.
 * @param served which port of this machine answers for a name by https, beside it
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
      // Root has no sandbox to run in; the pages are our own.
      '--no-sandbox',
      // A browser's own calls home would only be noise.
      '--disable-background-networking',
      `--disable-features=${disabledFeatures.join()}`,
      `--unsafely-treat-insecure-origin-as-secure=http://${publicName}:${port}`,
      `--host-resolver-rules=${[`MAP ${publicName} 127.0.0.1`, ...names].join()}`,
    ],
  });
}

/** What a page asked for and what the browser complained of, as long as it is open. */
export interface Watched {
  readonly requested: readonly string[];
  readonly complaints: readonly string[];
}

/** Watches a page and its frames, from before the first one is loaded. */
export async function watchPage(page: Page): Promise<Watched> {
  const requested: string[] = [];
  const complaints: string[] = [];
  page.on('request', request => requested.push(request.url()));
  page.on('pageerror', error => complaints.push(error.message));
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  // What the policy stops never becomes a request: the browser tells the page alone.
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', event => console.error('stopped: ' + ` +
      `event.violatedDirective + ' ' + event.blockedURI));`,
  );
  return { requested, complaints };
}
