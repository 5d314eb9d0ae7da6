import { raw, type Sql } from 'sql-template-tag';
import { columnsOf, type BrowseRoute } from '../catalogue/routes';
import { nearest } from './nearest';
import { baseTable } from './table-of';
import type { PlacedOrder } from '../request/query';

/** What rows are ordered by; SQL of ours. */
export interface OrderKey {
  readonly entity: string;
  readonly sql: string;
  readonly direction: 'asc' | 'desc';
}

/** Texts are ordered by code points on every server, whatever its locale. */
function keyOf({ entity, column, direction }: PlacedOrder): OrderKey {
  return {
    entity,
    direction,
    sql: column.type === 'text' && !column.isUuid ? `${column.sql} collate "C"` : column.sql,
  };
}

/** The keys of the order asked for, or of discovery; the row's own uid ends them, so that pages neither lose nor repeat a row. */
export function orderKeys(route: BrowseRoute, orders: readonly PlacedOrder[]): OrderKey[] {
  const discovery = columnsOf(route)
    .filter(({ entity, field }) => entity === route.base && field === 'createdAt')
    .map((placed): PlacedOrder => ({ ...placed, direction: 'asc' }));
  const asked = orders.length > 0 ? orders : discovery;
  const own = { entity: route.base, sql: `${baseTable(route)}.uid`, direction: 'asc' } as const;
  return [...asked.map(order => keyOf(nearest(route, order))), own];
}

/**
 * What a statement orders its rows by.
 * @param column where it finds a key
 * @param isTurned whether the last row comes first
 */
export function inOrderOf(
  keys: readonly OrderKey[],
  column: (key: OrderKey, index: number) => string,
  isTurned = false,
): Sql {
  const directionOf = ({ direction }: OrderKey): string =>
    (direction === 'asc') === isTurned ? 'desc' : 'asc';
  return raw(keys.map((key, index) => `${column(key, index)} ${directionOf(key)}`).join(', '));
}
