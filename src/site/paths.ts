import { isReturnPath } from '../domain/console/session';

export { sitePath, withQuery } from '../domain/console/paths';

/** Returns the page that a person goes to after sign-in, or `null` if the path isn't a page of the site. */
export function returnPathIn(root: string, given: string): string | null {
  return isReturnPath(given, root) ? given : null;
}
