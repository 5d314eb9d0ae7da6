import { isReturnPath } from '../domain/console/session';

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

/** Returns the page that a person goes to after sign-in, or `null` if the path isn't a page of the site. */
export function returnPathIn(root: string, given: string): string | null {
  return isReturnPath(given, root) ? given : null;
}
