import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageAsset } from '../../embeds/page-asset';
import { siteAssets } from '../assets';

// As its library ships it: what is between the script and the browser's own interface. Pages load it that use
// it.
const passkeyLibrary = readFileSync(
  join(require.resolve('@simplewebauthn/browser'), '../../dist/bundle/index.umd.min.js'),
  'utf8',
);
const passkeyLibraryAsset = pageAsset('/console/assets/passkeys-', 'js', passkeyLibrary);

/** Where what speaks with authenticators is. */
export const passkeyLibraryPath = passkeyLibraryAsset.path;

/** Every file that the pages of the console load. */
export const consoleAssets = siteAssets('/console', [passkeyLibraryAsset]);
