import { assetsByPath, pageAsset, type PageAsset } from '../embeds/page-asset';
import { script } from './script';
import { styleSheet } from './theme';

/** The files that the pages of a site load. All are below the site's own path. */
export interface SiteAssets {
  readonly scriptPath: string;
  readonly styleSheetPath: string;
  readonly byPath: ReadonlyMap<string, PageAsset>;
}

/**
 * Returns the files of the site below a path.
 * @param others files that only some pages load, such as libraries
 */
export function siteAssets(root: string, others: readonly PageAsset[] = []): SiteAssets {
  const scriptAsset = pageAsset(`${root}/assets/`, 'js', script);
  const styleSheetAsset = pageAsset(`${root}/assets/`, 'css', styleSheet);
  return {
    scriptPath: scriptAsset.path,
    styleSheetPath: styleSheetAsset.path,
    byPath: assetsByPath([scriptAsset, styleSheetAsset, ...others]),
  };
}
