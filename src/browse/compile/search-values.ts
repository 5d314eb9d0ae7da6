/** Texts that a search finds as values: days, and the beginnings of our IDs and of instants (BROWSE-11). */
import sql, { raw, type Sql } from 'sql-template-tag';
import { isRealDate } from '../../domain/clinical/calendar-date';
import { isUuid } from '../../domain/text';
import { isFoundByBeginning, type Column } from '../catalogue/column';
import type { BrowseRoute } from '../catalogue/routes';

/** The fewest characters of an ID that find it: a shorter beginning is in too many rows. */
export const idBeginningMin = 8;

const uuids = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;
const instants = ['0000-00-00T00:00:00.000Z', '0000-00-00T23:59:59.999Z'] as const;
const wholeParts = /^\d{4}-\d{2}-\d{2}(?:T\d{2}(?::\d{2}(?::\d{2}(?:\.\d{3}Z?)?)?)?)?$/;

/**
 * Returns a searched text without accents and capitals, in the parts between characters that only PostgreSQL
 * folds, some of them to several letters: þ to th.
 */
function foldedParts(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.split(/\P{ASCII}+/u);
}

/** Returns whether PostgreSQL has to fold a text before anyone can say what it's a part of. */
export function needsDatabase(text: string): boolean {
  return foldedParts(text).length > 1;
}

/** Returns whether a word in lower case contains the text, or may contain it if that needs the database. */
export function canBePartOf(word: string, text: string): boolean {
  let from = 0;
  return foldedParts(text).every(part => {
    const at = word.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

/** Returns whether a text can be a part of a date, `YYYY-MM-DD`. */
export function canBePartOfDay(text: string): boolean {
  const [first = '', ...others] = foldedParts(text);
  if (others.length > 0) return [first, ...others].every(part => /^[\d-]{0,10}$/.test(part));
  return /^\d{0,4}(?:-\d{0,2}|-\d{2}-\d{0,2})?$/.test(first);
}

type Bounds = readonly [first: string, last: string];

function uuidBounds(text: string): Bounds | undefined {
  const [first, last] = uuids.map(end => text.toLowerCase() + end.slice(text.length));
  const isOne = text.length >= idBeginningMin && first !== undefined && isUuid(first);
  return isOne && last !== undefined ? [first, last] : undefined;
}

function instantBounds(text: string): Bounds | undefined {
  const shown = text.toUpperCase();
  const [first, last] = instants.map(end => shown + end.slice(shown.length));
  const isOne = wholeParts.test(shown) && isRealDate(shown.slice(0, 10));
  if (!isOne || first === undefined || last === undefined || Number.isNaN(Date.parse(first)))
    return undefined;
  return [first, last];
}

function boundsOf({ sql: value, isUuid: isId }: Column, text: string): Sql[] {
  const bounds = isId ? uuidBounds(text) : instantBounds(text);
  if (bounds === undefined) return [];
  const [first, last] = bounds;
  if (isId) return [sql`${raw(value)} between ${first}::uuid and ${last}::uuid`];
  // Instants are stored to the microsecond, and shown to the millisecond.
  const end = sql`${last}::timestamptz + interval '1 millisecond'`;
  return [sql`(${raw(value)} >= ${first}::timestamptz and ${raw(value)} < ${end})`];
}

/** Returns the conditions that an ID or an instant of the table begins with the text; none if it can't. */
export function beginsWith({ blocks }: Pick<BrowseRoute, 'blocks'>, table: string, text: string): Sql[] {
  return Object.values(blocks)
    .filter(block => block.table === table)
    .flatMap(({ columns }) => Object.values(columns))
    .filter(isFoundByBeginning)
    .flatMap(column => boundsOf(column, text));
}
