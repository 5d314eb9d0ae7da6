import { isReturnPath } from '../domain/console/session';

/** A path below the root of a site; what stands between its slashes is encoded. */
export function sitePath(root: string, ...segments: readonly string[]): string {
  return [root, ...segments.map(encodeURIComponent)].join('/');
}

/** A path with a query; what is `undefined` or empty is left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said).toString()}`;
}

/** The page of a site to which somebody is led who signs in; null for what is none. */
export function returnPathIn(root: string, said: string): string | null {
  return isReturnPath(said, root) ? said : null;
}
