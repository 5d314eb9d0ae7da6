import { raw, type Sql } from 'sql-template-tag';
import { columnsOf, type BrowseRoute } from '../catalogue/routes';
import type { PlacedOrder } from '../request/query';
import { baseTable } from './tables';

/** A key to sort by, as SQL. */
export interface OrderKey {
  readonly entity: string;
  readonly sql: string;
  readonly direction: 'asc' | 'desc';
}

/** Texts are sorted by code points, whatever the server's locale. */
function keyOf({ entity, column, direction }: PlacedOrder): OrderKey {
  const isText = column.type === 'text' && !column.isUuid;
  return { entity, direction, sql: isText ? `${column.sql} collate "C"` : column.sql };
}

/**
 * Returns the keys of the requested order, or of the order of discovery. The last key is the row's own uid,
 * so that pages neither lose nor repeat a row.
 */
export function orderKeys(route: BrowseRoute, orders: readonly PlacedOrder[]): readonly OrderKey[] {
  const discovery = columnsOf(route)
    .filter(({ entity, field }) => entity === route.base && field === 'createdAt')
    .map((placed): PlacedOrder => ({ ...placed, direction: 'asc' }));
  const keys = (orders.length > 0 ? orders : discovery).map(keyOf);
  return [...keys, { entity: route.base, sql: `${baseTable(route)}.uid`, direction: 'asc' }];
}

/**
 * Returns the ORDER BY of a statement.
 * @param column returns where the statement finds a key
 * @param isTurned whether the last row comes first
 */
export function orderOf(
  keys: readonly OrderKey[],
  column: (key: OrderKey, index: number) => string,
  isTurned = false,
): Sql {
  const directionOf = ({ direction }: OrderKey): string =>
    (direction === 'asc') === isTurned ? 'desc' : 'asc';
  return raw(keys.map((key, index) => `${column(key, index)} ${directionOf(key)}`).join(', '));
}
