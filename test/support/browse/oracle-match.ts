import { isFoundByBeginning, type Column, type ColumnType } from '../../../src/browse/catalogue/column';
import { columnsOf, type BrowseRoute } from '../../../src/browse/catalogue/routes';
import { fold } from './fold';
import { compareValues } from './oracle-order';
import { cellsOf, type Cell, type OracleRow } from './oracle-row';
import type { BodyFilter, BodyValue, BrowseBody } from './request-body';

/** Whether an operator matches a non-NULL value. */
function holdsForValue(
  type: ColumnType,
  operator: string,
  value: Exclude<Cell, null>,
  wanted: BodyValue,
): boolean {
  const difference = (): number => compareValues(type, value, wanted);
  switch (operator) {
    case 'equals':
      return difference() === 0;
    case 'notEquals':
      return difference() !== 0;
    case 'gt':
      return difference() > 0;
    case 'gte':
      return difference() >= 0;
    case 'lt':
      return difference() < 0;
    case 'lte':
      return difference() <= 0;
    case 'contains':
      return fold(String(value)).includes(fold(String(wanted)));
    case 'startsWith':
      return fold(String(value)).startsWith(fold(String(wanted)));
    case 'endsWith':
      return fold(String(value)).endsWith(fold(String(wanted)));
    default:
      throw new TypeError(`there is no operator ${operator}`);
  }
}

function isList(value: BodyValue | readonly BodyValue[]): value is readonly BodyValue[] {
  return Array.isArray(value);
}

/** Whether a filter matches a value; NULL only differs from every value. */
function holds(type: ColumnType, cell: Cell, filter: BodyFilter): boolean {
  if (filter === 'isNull') return cell === null;
  if (filter === 'isNotNull') return cell !== null;
  return Object.entries(filter).every(([operator, wanted]) => {
    if (!isList(wanted))
      return cell === null ? operator === 'notEquals' : holdsForValue(type, operator, cell, wanted);
    const isListed = cell !== null && wanted.some(one => compareValues(type, cell, one) === 0);
    return operator === 'in' ? isListed : !isListed;
  });
}

type Condition = (row: OracleRow) => boolean;

/** Returns what each filtered column requires of a row. */
function conditionsOf({ blocks }: BrowseRoute, where: BrowseBody['where'] = {}): Condition[] {
  return Object.entries(where).flatMap(([entity, columns]) =>
    Object.entries(columns).map(([field, filters]): Condition => {
      const type = blocks[entity]?.columns[field]?.type;
      if (type === undefined) throw new TypeError(`there is no column ${entity}.${field}`);
      const cell = cellsOf(entity, field);
      return row => filters.every(filter => holds(type, cell(row), filter));
    }),
  );
}

const searchedTexts = new WeakMap<OracleRow, readonly string[]>();

function shownOf(route: BrowseRoute, row: OracleRow, wanted: (column: Column) => boolean): string[] {
  return columnsOf(route)
    .filter(({ column }) => wanted(column))
    .map(({ entity, field }) => cellsOf(entity, field)(row))
    .flatMap(cell => (cell === null ? [] : [String(cell)]));
}

/** Returns the folded texts that a search looks into; cached, since there are many searches. */
function searchedOf(route: BrowseRoute, row: OracleRow): readonly string[] {
  const found =
    searchedTexts.get(row) ?? shownOf(route, row, column => !isFoundByBeginning(column)).map(fold);
  searchedTexts.set(row, found);
  return found;
}

/** Whether an ID or an instant of the row begins with the text: 8 characters of an ID, or a whole day. */
function hasBeginning(route: BrowseRoute, row: OracleRow, text: string): boolean {
  const isInstant = /^\d{4}-\d\d-\d\d(T\d\d(:\d\d(:\d\d(\.\d{3}Z?)?)?)?)?$/i.test(text);
  const begins = (shown: string): boolean => shown.toLowerCase().startsWith(text.toLowerCase());
  return (
    (text.length >= 8 && shownOf(route, row, ({ isUuid }) => isUuid).some(begins)) ||
    (isInstant && shownOf(route, row, ({ type }) => type === 'datetime').some(begins))
  );
}

/** Returns the rows that match the filters and the search. */
export function matching(
  route: BrowseRoute,
  rows: readonly OracleRow[],
  { where, search = '' }: BrowseBody,
): OracleRow[] {
  const conditions = conditionsOf(route, where);
  const part = fold(search);
  return rows.filter(
    row =>
      conditions.every(condition => condition(row)) &&
      (search === '' ||
        searchedOf(route, row).some(text => text.includes(part)) ||
        hasBeginning(route, row, search)),
  );
}
