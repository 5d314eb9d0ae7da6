import { Problem } from '../domain/problem';

/**
 * The condition of a change (RFC 9110 §13.1): none, that the resource exists (`If-Match: *`), that it is one
 * of these versions, or that it doesn't exist (`If-None-Match: *`).
 */
export type VersionCondition =
  | { readonly kind: 'none' }
  | { readonly kind: 'exists' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'versions'; readonly versions: readonly number[] };

/** No condition. */
export const noCondition: VersionCondition = { kind: 'none' };

/** Returns why a condition fails, `undefined` if it holds. */
function faultOf(condition: VersionCondition, version: number | undefined): string | undefined {
  if (condition.kind === 'none') return undefined;
  if (condition.kind === 'absent')
    return version === undefined ? undefined : 'requires that it does not exist, but it does';
  if (version === undefined) return "requires that it exists, but it doesn't";
  if (condition.kind === 'exists' || condition.versions.includes(version)) return undefined;
  return condition.versions.length === 0
    ? "has no tag in the form of this API's `ETag`"
    : 'names another version than the current one';
}

/**
 * Throws if the condition fails.
 * @param version the current version, `undefined` if the resource doesn't exist
 * @throws Problem `precondition.failed`, with the header and why it fails
 */
export function assertVersion(condition: VersionCondition, version: number | undefined): void {
  const rule = faultOf(condition, version);
  if (rule === undefined) return;
  const field = condition.kind === 'absent' ? 'header.If-None-Match' : 'header.If-Match';
  throw new Problem('precondition.failed', { issues: [{ field, rule }] });
}
