import { raw, type Sql } from 'sql-template-tag';
import type { BrowseRoute } from '../catalogue/routes';

/** Returns the table of an entity of the route. @throws TypeError for an entity that it does not have */
export function tableOf({ blocks }: Pick<BrowseRoute, 'blocks'>, entity: string): string {
  const block = blocks[entity];
  if (block === undefined) throw new TypeError(`the route has no block of ${entity}`);
  return block.table;
}

/** Returns the table of the row itself. */
export function baseTable(route: BrowseRoute): string {
  return tableOf(route, route.base);
}

/**
 * Returns the joins from the row's table to the entities that are needed. An optional join keeps rows that
 * have none.
 */
export function joinsOf(route: BrowseRoute, needs: Iterable<string>): Sql {
  const wanted = new Set(needs);
  for (const entity of [...wanted]) {
    const after = route.blocks[entity]?.join?.after;
    if (after !== undefined) wanted.add(after);
  }
  const joins = Object.entries(route.blocks).flatMap(([entity, { table, join: how }]) =>
    how === undefined || !wanted.has(entity)
      ? []
      : [`${how.isOptional ? 'left join' : 'join'} ${table} on ${table}.uid = ${how.by}`],
  );
  return raw(joins.join(' '));
}
