import { createHash } from 'node:crypto';
import { script } from './script';
import { styleSheet } from './theme';

/** A file of the pages, the same for all. */
interface Asset {
  readonly type: string;
  readonly content: string;
}

/** Another content has another address, so that each can be kept. */
function pathOf(content: string, extension: string): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  return `/console/assets/${hash}.${extension}`;
}

/** Where the script is. */
export const scriptPath = pathOf(script, 'js');

/** Where the style sheet is. */
export const styleSheetPath = pathOf(styleSheet, 'css');

/** Every file that the pages load, by its path. */
export const consoleAssets: ReadonlyMap<string, Asset> = new Map([
  [scriptPath, { type: 'text/javascript; charset=utf-8', content: script }],
  [styleSheetPath, { type: 'text/css; charset=utf-8', content: styleSheet }],
]);
