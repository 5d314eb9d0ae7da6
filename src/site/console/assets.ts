import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageAsset } from '../../embeds/page-asset';
import { siteAssets } from '../assets';
import { tabIcon } from '../mark';

// The library's own browser bundle. Only pages that use passkeys load it.
const passkeyLibrary = readFileSync(
  join(require.resolve('@simplewebauthn/browser'), '../../dist/bundle/index.umd.min.js'),
  'utf8',
);
const passkeyLibraryAsset = pageAsset('/console/assets/passkeys-', 'js', passkeyLibrary);

/** The path of the passkey library. */
export const passkeyLibraryPath = passkeyLibraryAsset.path;

/** The icon in the browser's tab. */
export const consoleIcon = tabIcon('/console/assets/');

/** The files that the pages of the console load. */
export const consoleAssets = siteAssets('/console', [passkeyLibraryAsset, consoleIcon]);
