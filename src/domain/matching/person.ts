import type { Sex } from '../patients/details';

/** A person as records describe them; unknown values are empty. */
export interface Person {
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | null;
  readonly sex: Sex | null;
  readonly zipCodes: readonly string[];
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

/** Returns a name for comparison: no case, accents, punctuation, or generational suffix. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .replace(/ (jr|sr|ii|iii|iv)$/, '')
    .trim();
}

/**
 * Whether two plain names differ by one slip: one letter added, missing, replaced, or two swapped. Short
 * names never match this way.
 */
export function isOneSlipApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 4 || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const restOf = (text: string, from: number): string => text.slice(from);
  if (short.length < long.length) return restOf(short, start) === restOf(long, start + 1);
  const isOther = restOf(short, start + 1) === restOf(long, start + 1);
  const isExchanged =
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    restOf(short, start + 2) === restOf(long, start + 2);
  return isOther || isExchanged;
}
