/** The browser of the tests, where this machine has one. */
import { existsSync } from 'node:fs';

/** The path of Chromium; nothing need be there. */
export function chromiumPath(): string {
  return process.env['CHROMIUM'] ?? '/usr/bin/chromium';
}

/** Whether tests of pages can be run here. */
export function hasChromium(): boolean {
  return existsSync(chromiumPath());
}
