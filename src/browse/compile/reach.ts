import { wholeRowsMax } from '../request/limits';
import type { BrowseQuery } from '../request/query';
import { Parameter } from './parameter';

/** How many rows a page finds at the most: without `take` one more than is answered as a whole, which tells whether there are more. */
export function foundMax({ take }: Pick<BrowseQuery, 'take'>): number {
  return take ?? wholeRowsMax + 1;
}

/** The most rows that a page finds, and those that it leaves out before. */
export const limit = new Parameter(({ query }) => foundMax(query));
export const skip = new Parameter(({ query }) => query.skip);

/** Few, so that the shapes of one request stay few. */
const reaches = [25, 100, foundMax({ take: undefined })];

/** How far a page reaches into its order, as far as its plan has to know. */
export interface Reach {
  /** Whether it begins with the first row: nothing is skipped. */
  readonly isFirst: boolean;
  /** The place of its last row, rounded up; undefined where that is far. */
  readonly last: number | undefined;
}

/**
 * It stands in the text of the statement. Of a plan that is kept for any page PostgreSQL takes a tenth of all that matches for
 * skipped and a tenth for found. It would find such a plan dearer than one for the values of a call, and make one in each: that
 * takes 2 to 5 ms, where the answer takes one.
 */
export function reachOf(query: Pick<BrowseQuery, 'take' | 'skip'>): Reach {
  const last = query.skip + foundMax(query);
  return { isFirst: query.skip === 0, last: reaches.find(reach => reach >= last) };
}

/**
 * Whether a plan that is kept for any page would be reckoned for more rows than a page has, so that its limit is said once more:
 * of the last step a tenth are a hundred rows, and PostgreSQL would plan a page of 25 for its own values, each time. A tenth of
 * a tenth are ten. A page that begins with the first row has a step of its own size, or is one of many rows.
 */
export function isReckonedLong({ reach }: { readonly reach: Reach }): boolean {
  return !reach.isFirst && reach.last === reaches.at(-1);
}
