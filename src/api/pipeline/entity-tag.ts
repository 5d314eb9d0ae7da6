import { Problem } from '../../domain/problem';
import type { VersionCondition } from '../../usecases/version-condition';

/** Returns the strong entity tag of a version (RFC 9110 §8.8.3). */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/** The form of an `If-Match` header (RFC 9110 §13.1.1): `*` or a list of entity tags. */
export const ifMatchPattern = /^(?:\*|(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*)$/;
const ours = /^"(\d{1,9})"$/;

/**
 * Reads `If-Match`. Foreign tags and weak tags match nothing, because the comparison is strong (RFC 9110
 * §13.1.1).
 * @throws Problem `request.invalid` for a header that isn't a list of entity tags
 */
export function parseIfMatch(header: string | undefined): VersionCondition {
  if (header === undefined) return { kind: 'none' };
  if (!ifMatchPattern.test(header)) {
    throw new Problem('request.invalid', {
      issues: [{ field: 'header.If-Match', rule: 'must be `*` or a list of entity tags' }],
    });
  }
  if (header === '*') return { kind: 'exists' };
  const versions = header
    .split(',')
    .map(tag => ours.exec(tag.trim())?.[1])
    .filter(version => version !== undefined)
    .map(Number);
  return { kind: 'versions', versions };
}
