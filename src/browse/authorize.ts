import type { Permission } from '../domain/access/permissions';
import { Problem } from '../domain/problem';
import type { BrowseRoute } from './catalogue/routes';
import type { BrowseQuery } from './request/query';

/**
 * Returns the query as this role may run it: columns it can't see are neither returned nor searched. A
 * request that filters, sorts, or aggregates by such a column is refused, because its result would reveal
 * the values.
 * @throws Problem 403 `permission.missing` for a request that names what the role can't see
 */
export function authorizeBrowse(
  { blocks }: BrowseRoute,
  query: BrowseQuery,
  permissions: ReadonlySet<Permission>,
): BrowseQuery {
  const hidden = new Set<string>();
  for (const [entity, { permission }] of Object.entries(blocks)) {
    if (permission === undefined || permissions.has(permission)) continue;
    if (query.named.has(entity)) throw new Problem('permission.missing', { internal: `needs ${permission}` });
    hidden.add(entity);
  }
  if (hidden.size === 0) return query;
  return { ...query, hidden, shown: query.shown.filter(({ entity }) => !hidden.has(entity)) };
}
