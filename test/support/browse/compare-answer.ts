import type { OracleAnswer } from './oracle';
import type { AllowedAggregates } from './oracle-aggregate';

/** What was answered: each row as JSON, and the rest as it came. */
export interface GivenAnswer {
  readonly rows: readonly string[];
  readonly aggregate: unknown;
  readonly total: number;
}

/** Numbers by where they stand, `visit.sum.chargeAmount`, in the order of their places. */
function flattened(value: unknown, place = ''): Array<readonly [place: string, value: unknown]> {
  if (typeof value !== 'object' || value === null) return [[place, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    flattened(inner, place === '' ? key : `${place}.${key}`),
  );
}

/** Where the numbers that were given are not among the allowed ones. */
function differingAggregates(wanted: AllowedAggregates, given: unknown): string[] {
  const found = new Map(flattened(given));
  const places = new Set([...Object.keys(wanted), ...found.keys()]);
  return [...places]
    .filter(place => !(wanted[place] ?? []).some(one => one === found.get(place)))
    .map(
      place =>
        `aggregate.${place}: ${JSON.stringify(found.get(place))}, not ${JSON.stringify(wanted[place])}`,
    );
}

/** What of an answer is not as it must be; empty where all is. */
export function differences(wanted: OracleAnswer, given: GivenAnswer): string[] {
  const found = differingAggregates(wanted.aggregates, given.aggregate);
  if (given.total !== wanted.total) found.push(`total: ${given.total}, not ${wanted.total}`);
  if (given.rows.length !== wanted.rows.length)
    found.push(`rows: ${given.rows.length}, not ${wanted.rows.length}`);
  const index = wanted.rows.findIndex((row, at) => row !== given.rows[at]);
  if (index >= 0) found.push(`row ${index}: ${given.rows[index]}, not ${wanted.rows[index]}`);
  return found;
}
