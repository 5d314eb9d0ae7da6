import type { BrowseRoute } from '../../../src/browse/catalogue/routes';
import { compareExact, exactOf, formatExact, meanExact, sumExact } from './exact-decimal';
import { cellsOf, type OracleRow } from './oracle-row';
import type { BrowseBody } from './request-body';

/** The allowed results of an aggregate: the minimum of `1` and `1.0` may be written either way. */
export type AllowedNumber = ReadonlyArray<string | number | null>;

/** The numbers by their place in the answer, `visit.sum.chargeAmount`. */
export type AllowedAggregates = Readonly<Record<string, AllowedNumber>>;

/** Returns the minimum (`sign` 1) or maximum (-1) of the values, in each spelling that a row has. */
function extremes(texts: readonly string[], sign: 1 | -1): string[] {
  const isBetter = (a: string, b: string): boolean => compareExact(exactOf(a), exactOf(b)) * sign < 0;
  const [first = '', ...rest] = texts;
  const best = rest.reduce((found, text) => (isBetter(text, found) ? text : found), first);
  return [...new Set(texts.filter(text => compareExact(exactOf(text), exactOf(best)) === 0))];
}

function allowed(name: string, isWhole: boolean, texts: readonly string[]): AllowedNumber {
  if (texts.length === 0) return [null];
  const values = texts.map(exactOf);
  const shown = (text: string): string | number => (isWhole ? Number(text) : text);
  switch (name) {
    case 'sum':
      return [shown(formatExact(sumExact(values)))];
    case 'avg':
      return [formatExact(meanExact(values))];
    case 'min':
      return extremes(texts, 1).map(shown);
    case 'max':
      return extremes(texts, -1).map(shown);
    default:
      throw new TypeError(`there is no function ${name}`);
  }
}

/** Aggregates all matching rows; `false` aggregates nothing. */
export function aggregated(
  { blocks }: BrowseRoute,
  rows: readonly OracleRow[],
  aggregate: BrowseBody['aggregate'] = {},
): AllowedAggregates {
  const found: Record<string, AllowedNumber> = {};
  for (const [entity, asked] of Object.entries(aggregate))
    for (const [name, columns] of Object.entries(asked)) {
      if (name === 'count' && columns === true)
        found[`${entity}.count`] = [rows.filter(({ has }) => has.has(entity)).length];
      if (typeof columns === 'boolean') continue;
      for (const [field, isAsked] of Object.entries(columns)) {
        if (!isAsked) continue;
        const isWhole = blocks[entity]?.columns[field]?.type === 'integer';
        const cells = rows.map(cellsOf(entity, field));
        const texts = cells.flatMap(cell => (cell === null ? [] : [String(cell)]));
        found[`${entity}.${name}.${field}`] = allowed(name, isWhole, texts);
      }
    }
  return found;
}
