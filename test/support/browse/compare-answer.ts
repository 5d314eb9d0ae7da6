import type { OracleAnswer } from './oracle';
import type { AllowedAggregates } from './oracle-aggregate';

/** The actual answer: each row as JSON, and the rest as received. */
export interface GivenAnswer {
  readonly rows: readonly string[];
  readonly aggregate: unknown;
  readonly total: number;
}

/** Returns numbers with their places, `visit.sum.chargeAmount`, in order of place. */
function flattened(value: unknown, place = ''): Array<readonly [place: string, value: unknown]> {
  if (typeof value !== 'object' || value === null) return [[place, value]];
  return Object.entries(value).flatMap(([key, nested]) =>
    flattened(nested, place === '' ? key : `${place}.${key}`),
  );
}

/** Returns where the actual numbers aren't among the allowed ones. */
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

/** Returns what is wrong in an answer; empty if nothing is. */
export function differences(wanted: OracleAnswer, given: GivenAnswer): string[] {
  const found = differingAggregates(wanted.aggregates, given.aggregate);
  if (given.total !== wanted.total) found.push(`total: ${given.total}, not ${wanted.total}`);
  if (given.rows.length !== wanted.rows.length)
    found.push(`rows: ${given.rows.length}, not ${wanted.rows.length}`);
  const index = wanted.rows.findIndex((row, at) => row !== given.rows[at]);
  if (index >= 0) found.push(`row ${index}: ${given.rows[index]}, not ${wanted.rows[index]}`);
  return found;
}
