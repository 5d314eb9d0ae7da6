/**
 * The files that embeds load. All come from our own origin, so the content security policy needs no exception
 * for inline scripts or styles.
 */
import { assetsByPath, pageAsset } from './page-asset';
import { swapScript } from './clinical-data/swap-script';
import { styleSheet } from './theme';

/** Posts the page's message to the parent window, and only to the origin that it names. */
const parentScript = `'use strict';
function notifyParent() {
  for (const { dataset } of document.querySelectorAll('[data-message]'))
    if (window.parent !== window) window.parent.postMessage(JSON.parse(dataset.message), dataset.target);
}
notifyParent();
`;

const parentScriptAsset = pageAsset('/ui/embed-', 'js', parentScript);
const swapScriptAsset = pageAsset('/ui/embed-', 'js', swapScript);
const styleSheetAsset = pageAsset('/ui/embed-', 'css', styleSheet);

/** The path of the script that posts the page's message to its parent window. */
export const parentScriptPath = parentScriptAsset.path;

/** The path of the script that updates the page without a full reload. */
export const swapScriptPath = swapScriptAsset.path;

/** The path of the style sheet of all embeds. */
export const styleSheetPath = styleSheetAsset.path;

/** Every file that embeds load, by path. */
export const embedAssets = assetsByPath([parentScriptAsset, swapScriptAsset, styleSheetAsset]);
