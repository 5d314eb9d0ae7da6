import { Problem } from '../domain/problem';

/**
 * The condition of `If-Match` (RFC 9110 §13.1.1): none, that the resource exists (`*`), or one of these
 * versions.
 */
export type VersionCondition =
  | { readonly kind: 'none' }
  | { readonly kind: 'exists' }
  | { readonly kind: 'versions'; readonly versions: readonly number[] };

/** No condition. */
export const noCondition: VersionCondition = { kind: 'none' };

/**
 * Throws if the condition fails.
 * @param version the current version, `undefined` if the resource doesn't exist
 * @throws Problem `precondition.failed`
 */
export function assertVersion(condition: VersionCondition, version: number | undefined): void {
  const holds =
    condition.kind === 'none' ||
    (version !== undefined && (condition.kind === 'exists' || condition.versions.includes(version)));
  if (!holds) throw new Problem('precondition.failed');
}
