import { assetsByPath, pageAsset } from '../embeds/page-asset';
import { script } from './script';
import { styleSheet } from './theme';

const scriptAsset = pageAsset('/console/assets/', 'js', script);
const styleSheetAsset = pageAsset('/console/assets/', 'css', styleSheet);

/** Where the script is. */
export const scriptPath = scriptAsset.path;

/** Where the style sheet is. */
export const styleSheetPath = styleSheetAsset.path;

/** Every file that the pages load, by its path. */
export const consoleAssets = assetsByPath([scriptAsset, styleSheetAsset]);
