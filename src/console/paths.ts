import type { Environment } from '../domain/projects/project';

/** Where a page is: in which company, in which environment. */
export interface Place {
  readonly companyId: string;
  readonly environment: Environment;
}

/** A path of the console; what stands between its slashes is encoded. */
export function consolePath(...segments: readonly string[]): string {
  return ['/console', ...segments.map(encodeURIComponent)].join('/');
}

/** A path within a place. */
export function pathIn({ companyId, environment }: Place, ...segments: readonly string[]): string {
  return consolePath('companies', companyId, environment, ...segments);
}

/** A path with a query; what is `undefined` or empty is left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said).toString()}`;
}
