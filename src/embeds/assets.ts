/**
 * What the pages load, from our own origin: a policy that knows no inline script and no inline style is the
 * shortest.
 */
import { assetsByPath, pageAsset } from './page-asset';
import { swapScript } from './clinical-data/swap-script';
import { styleSheet } from './theme';

/** Sends the message of the page to the one window that it is addressed to. */
const parentScript = `'use strict';
function tellParent() {
  for (const { dataset } of document.querySelectorAll('[data-message]'))
    if (window.parent !== window) window.parent.postMessage(JSON.parse(dataset.message), dataset.target);
}
tellParent();
`;

const parentScriptAsset = pageAsset('/ui/embed-', 'js', parentScript);
const swapScriptAsset = pageAsset('/ui/embed-', 'js', swapScript);
const styleSheetAsset = pageAsset('/ui/embed-', 'css', styleSheet);

/** Where the script is by which a page speaks to the page around it. */
export const parentScriptPath = parentScriptAsset.path;

/** Where the script is that shows the next state of a page in its place. */
export const swapScriptPath = swapScriptAsset.path;

/** Where the style sheet of the pages is. */
export const styleSheetPath = styleSheetAsset.path;

/** Every file that the pages load, by its path. */
export const embedAssets = assetsByPath([parentScriptAsset, swapScriptAsset, styleSheetAsset]);
