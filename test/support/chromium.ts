/** The tests' browser, if this machine has one. */
import { existsSync } from 'node:fs';

/** The headless browser first: drawing the window takes two fifths of the page tests' time. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** What to do without a browser. */
export const noChromium = 'No Chromium: install it, or set CHROMIUM to its path.';

/** Returns the path of Chromium; undefined without one. */
export function chromiumPath(): string | undefined {
  const named = process.env['CHROMIUM'];
  return (named === undefined ? installed : [named]).find(path => existsSync(path));
}

/** Whether page tests can run here. */
export function hasChromium(): boolean {
  return chromiumPath() !== undefined;
}
