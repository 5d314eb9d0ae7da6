import { assetsByPath, pageAsset, type PageAsset } from '../embeds/page-asset';
import { script } from './script';
import { styleSheet } from './theme';

/** The files that the pages of one site load, below its own path: nothing is loaded from another one. */
export interface SiteAssets {
  readonly scriptPath: string;
  readonly styleSheetPath: string;
  readonly byPath: ReadonlyMap<string, PageAsset>;
}

/**
 * The files of the site below a path. @param others what some of its pages load beside: libraries, pictures
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
