import { Problem } from '../domain/problem';

/**
 * What `If-Match` demands (RFC 9110 §13.1.1): nothing, that the resource exists (`*`), or one of these
 * versions.
 */
export type VersionCondition =
  | { readonly kind: 'none' }
  | { readonly kind: 'exists' }
  | { readonly kind: 'versions'; readonly versions: readonly number[] };

/** Nothing is demanded. */
export const noCondition: VersionCondition = { kind: 'none' };

/**
 * @param version the current version, `undefined` when the resource does not exist
 * @throws Problem `precondition.failed`
 */
export function assertVersion(condition: VersionCondition, version: number | undefined): void {
  const holds =
    condition.kind === 'none' ||
    (version !== undefined && (condition.kind === 'exists' || condition.versions.includes(version)));
  if (!holds) throw new Problem('precondition.failed');
}
