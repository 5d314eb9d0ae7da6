/** The addresses of the console's pages, which e-mails link to. */
import type { Environment } from '../projects/project';

/** The company and environment of a page. */
export interface Place {
  readonly companyId: string;
  readonly environment: Environment;
}

/** Returns a path below the root of a site. Segments are encoded. */
export function sitePath(root: string, ...segments: readonly string[]): string {
  return [root, ...segments.map(encodeURIComponent)].join('/');
}

/** Returns a path with a query. Values that are `undefined` or empty are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** Returns a path of the console. Segments are encoded. */
export function consolePath(...segments: readonly string[]): string {
  return sitePath('/console', ...segments);
}

/** Returns a path within a company and environment. */
export function pathIn({ companyId, environment }: Place, ...segments: readonly string[]): string {
  return consolePath('companies', companyId, environment, ...segments);
}
