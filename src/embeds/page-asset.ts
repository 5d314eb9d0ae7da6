import { createHash } from 'node:crypto';

/** A static file that pages load. */
export interface PageAsset {
  /** Contains a hash of the content, so browsers can cache the file forever. */
  readonly path: string;
  /** Its media type. */
  readonly type: string;
  readonly content: string;
}

const types = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

/** Returns the asset for some content. @param beginning the part of the path before the hash */
export function pageAsset(beginning: string, extension: keyof typeof types, content: string): PageAsset {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  return { path: `${beginning}${hash}.${extension}`, type: types[extension], content };
}

/** Indexes assets by path. */
export function assetsByPath(assets: readonly PageAsset[]): ReadonlyMap<string, PageAsset> {
  return new Map(assets.map(asset => [asset.path, asset]));
}
