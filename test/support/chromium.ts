/** The browser of the tests, where this machine has one. */
import { existsSync } from 'node:fs';

/**
 * The browser without a window first: what draws the window takes two fifths of the time of the tests of
 * pages.
 */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** What to do without a browser. */
export const noChromium = 'No Chromium: install it, or set CHROMIUM to its path.';

/** The path of Chromium; undefined where there is none. */
export function chromiumPath(): string | undefined {
  const named = process.env['CHROMIUM'];
  return (named === undefined ? installed : [named]).find(path => existsSync(path));
}

/** Whether tests of pages can be run here. */
export function hasChromium(): boolean {
  return chromiumPath() !== undefined;
}
