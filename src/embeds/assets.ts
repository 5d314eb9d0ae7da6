/** What the pages load, from our own origin: a policy that knows no inline script and no inline style is the shortest. */
import { createHash } from 'node:crypto';
import { swapScript } from './clinical-data/swap-script';
import { styleSheet } from './theme';

/** A file of the pages, the same for all. */
interface Asset {
  readonly type: string;
  readonly content: string;
}

/** Sends the message of the page to the one window that it is addressed to. */
const parentScript = `'use strict';
function tellParent() {
  for (const { dataset } of document.querySelectorAll('[data-message]'))
    if (window.parent !== window) window.parent.postMessage(JSON.parse(dataset.message), dataset.target);
}
tellParent();
`;

/** Another content has another address, so that each can be kept. */
function pathOf(content: string, extension: string): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  return `/ui/embed-${hash}.${extension}`;
}

/** Where the script is by which a page speaks to the page around it. */
export const parentScriptPath = pathOf(parentScript, 'js');

/** Where the script is that shows the next state of a page in its place. */
export const swapScriptPath = pathOf(swapScript, 'js');

/** Where the style sheet of the pages is. */
export const styleSheetPath = pathOf(styleSheet, 'css');

/** Every file that the pages load, by its path. */
export const embedAssets: ReadonlyMap<string, Asset> = new Map([
  [parentScriptPath, { type: 'text/javascript; charset=utf-8', content: parentScript }],
  [swapScriptPath, { type: 'text/javascript; charset=utf-8', content: swapScript }],
  [styleSheetPath, { type: 'text/css; charset=utf-8', content: styleSheet }],
]);
