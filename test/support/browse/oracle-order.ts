import type { ColumnType } from '../../../src/browse/catalogue/column';
import type { BrowseRoute } from '../../../src/browse/catalogue/routes';
import { compareExact, exactOf } from './exact-decimal';
import { instantOf } from './exact-instant';
import { cellsOf, type Cell, type OracleRow } from './oracle-row';
import type { BrowseBody } from './request-body';

/** Compares code points: JavaScript compares UTF-16 units. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  // If the previous units are equal, so is the character: only the first unit can differ.
  const [left, right] = [a.codePointAt(at) ?? -1, b.codePointAt(at) ?? -1];
  return left - right;
}

/** Compares two values of a column. */
export function compareValues(type: ColumnType, a: Exclude<Cell, null>, b: Exclude<Cell, null>): number {
  switch (type) {
    case 'decimal':
      return compareExact(exactOf(String(a)), exactOf(String(b)));
    case 'datetime':
      return compareExact(instantOf(String(a)), instantOf(String(b)));
    case 'integer':
    case 'boolean':
      return Number(a) - Number(b);
    case 'text':
    case 'date':
      return compareTexts(String(a), String(b));
  }
}

/** Compares like `asc`: NULL comes last. */
function compareCells(type: ColumnType, a: Cell, b: Cell): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareValues(type, a, b);
}

interface Key {
  readonly cell: (row: OracleRow) => Cell;
  readonly type: ColumnType;
  readonly sign: 1 | -1;
}

/** Returns the columns of an order; those of discovery by default. */
function keysOf({ blocks, base }: BrowseRoute, orderBy: BrowseBody['orderBy']): Key[] {
  const discovery: NonNullable<BrowseBody['orderBy']> = [{ [base]: { createdAt: 'asc' } }];
  const asked = orderBy === undefined || orderBy.length === 0 ? discovery : orderBy;
  return asked.flatMap(entry =>
    Object.entries(entry).flatMap(([entity, columns]) =>
      Object.entries(columns).map(([field, direction]): Key => {
        const type = blocks[entity]?.columns[field]?.type;
        if (type === undefined) throw new TypeError(`there is no column ${entity}.${field}`);
        return { cell: cellsOf(entity, field), type, sign: direction === 'asc' ? 1 : -1 };
      }),
    ),
  );
}

/** Returns the rows in the requested order; equal ones by their own ids. */
export function ordered(
  route: BrowseRoute,
  rows: readonly OracleRow[],
  orderBy: BrowseBody['orderBy'],
): OracleRow[] {
  const keys = keysOf(route, orderBy);
  return rows.toSorted((a, b) => {
    for (const { cell, type, sign } of keys) {
      const difference = compareCells(type, cell(a), cell(b));
      if (difference !== 0) return difference * sign;
    }
    return compareValues('text', a.ownId, b.ownId);
  });
}
