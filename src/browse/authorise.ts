import type { Permission } from '../domain/access/permissions';
import { Problem } from '../domain/problem';
import type { BrowseRoute } from './catalogue/routes';
import type { BrowseQuery } from './request/query';

/**
 * The query as this role may ask it: what it may not see is not shown, and not searched. Whoever asks by it,
 * in a filter, an order or a sum, would be told of it all the same.
 * @throws Problem 403 `permission.missing` for a request that names what the role may not see
 */
export function authoriseBrowse(
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
