import type { BrowseRoute, PlacedColumn } from '../catalogue/routes';
import { tableOf } from './table-of';

/**
 * The column where its value stands nearest: the id of what a row points at is that which it points by, so that nothing is
 * joined for it and the index of the pointing serves.
 */
export function nearest<Placed extends PlacedColumn>(route: BrowseRoute, placed: Placed): Placed {
  const { entity, column } = placed;
  const pointed = route.blocks[entity]?.join;
  if (pointed === undefined || column.sql !== `${tableOf(route, entity)}.uid`) return placed;
  return { ...placed, entity: pointed.after ?? route.base, column: { ...column, sql: pointed.by } };
}
