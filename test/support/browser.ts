import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** A name that the browser takes for this machine: what pages do on `localhost` alone, they do not do there. */
export const publicName = 'docs.recordwell.example';

/** Starts the browser that jest.config.cjs found; `publicName` on this port counts as served by https. */
export async function startBrowser(port: number): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) throw new Error('No Chromium: set CHROMIUM to the path of one.');
  return chromium.launch({
    executablePath,
    args: [
      // Root has no sandbox to run in; the pages are our own.
      '--no-sandbox',
      // A browser's own calls home would only be noise.
      '--disable-background-networking',
      `--unsafely-treat-insecure-origin-as-secure=http://${publicName}:${port}`,
      `--host-resolver-rules=MAP ${publicName} 127.0.0.1`,
    ],
  });
}
