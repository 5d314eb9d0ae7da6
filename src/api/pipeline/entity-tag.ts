import { Problem } from '../../domain/problem';
import { noCondition, type VersionCondition } from '../../usecases/version-condition';
import type { Method } from './contract';

/** Returns the strong entity tag of a version (RFC 9110 §8.8.3). */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/** The form of an `If-Match` header (RFC 9110 §13.1.1): `*` or a list of entity tags. */
export const ifMatchPattern = /^(?:\*|(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*)$/;
const ours = /^(?:W\/)?"(\d{1,9})"$/;

function refused(field: string, rule: string): Problem {
  return new Problem('request.invalid', { issues: [{ field: `header.${field}`, rule }] });
}

/**
 * Reads `If-Match`. Foreign tags match nothing. A weak tag counts like the strong one, because a proxy that
 * compresses an answer weakens its tag, and a version is the same in every encoding (DECISION-40).
 * @throws Problem `request.invalid` for a header that isn't a list of entity tags
 */
export function parseIfMatch(header: string | undefined): VersionCondition {
  if (header === undefined) return noCondition;
  if (!ifMatchPattern.test(header)) throw refused('If-Match', 'must be `*` or a list of entity tags');
  if (header === '*') return { kind: 'exists' };
  const versions = header
    .split(',')
    .map(tag => ours.exec(tag.trim())?.[1])
    .filter(version => version !== undefined)
    .map(Number);
  return { kind: 'versions', versions };
}

/** The method and the headers that make a request conditional. */
export interface ConditionHeaders {
  readonly method: Method;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/**
 * Reads the condition of a change. `If-None-Match` counts only on a PUT, which may create, and only as `*`.
 * @throws Problem `request.invalid` for a malformed header, another `If-None-Match`, or both headers
 */
export function parseCondition({ method, ifMatch, ifNoneMatch }: ConditionHeaders): VersionCondition {
  if (ifNoneMatch === undefined || method !== 'PUT') return parseIfMatch(ifMatch);
  if (ifNoneMatch.trim() !== '*')
    throw refused('If-None-Match', 'must be `*` on a PUT; use `If-Match` for a version');
  if (ifMatch !== undefined) throw refused('If-None-Match', 'contradicts `If-Match`; send one of them');
  return { kind: 'absent' };
}
