import { createHash } from 'node:crypto';

/** A file that pages load, the same for all who look. */
export interface PageAsset {
  /** With the hash of the content in it: another content has another address, so that each can be kept. */
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

/** @param beginning of its path, before the hash */
export function pageAsset(beginning: string, extension: keyof typeof types, content: string): PageAsset {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  return { path: `${beginning}${hash}.${extension}`, type: types[extension], content };
}

/** Files by their paths. */
export function assetsByPath(assets: readonly PageAsset[]): ReadonlyMap<string, PageAsset> {
  return new Map(assets.map(asset => [asset.path, asset]));
}
