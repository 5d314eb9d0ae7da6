import { pageAsset, type PageAsset } from '../embeds/page-asset';

const markSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" ' +
  'fill="#0b5c8a"/><path d="M4 8.5l3 3 5-7" fill="none" stroke="#fff" stroke-width="2"/></svg>';

/**
 * Returns the icon in the browser's tab, as a file of a site. Without one, browsers request a file that
 * doesn't exist.
 * @param folder the path of the site's files
 */
export function tabIcon(folder: string): PageAsset {
  return pageAsset(folder, 'svg', markSvg);
}
