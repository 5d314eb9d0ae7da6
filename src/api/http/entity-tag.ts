import { Problem } from '../../domain/problem';
import type { VersionCondition } from '../../usecases/version-condition';

/** The strong entity tag of a version (RFC 9110 §8.8.3). */
export function entityTag(version: number): string {
  return `"${version}"`;
}

const tagList = /^\s*(?:W\/)?"[^"]*"\s*(?:,\s*(?:W\/)?"[^"]*"\s*)*$/;
const ours = /^"(\d{1,9})"$/;

/**
 * Reads `If-Match`. Tags that are not ours, and weak ones, match nothing (RFC 9110 §13.1.1 compares strongly).
 * @throws Problem `request.invalid` for a header that is no list of entity tags
 */
export function parseIfMatch(header: string): VersionCondition {
  if (header === '') return { kind: 'none' };
  if (header.trim() === '*') return { kind: 'exists' };
  if (!tagList.test(header)) {
    throw new Problem('request.invalid', {
      issues: [{ field: 'header.If-Match', rule: 'must be `*` or a list of entity tags' }],
    });
  }
  const versions = header
    .split(',')
    .map(tag => ours.exec(tag.trim())?.[1])
    .filter(version => version !== undefined)
    .map(Number);
  return { kind: 'versions', versions };
}
