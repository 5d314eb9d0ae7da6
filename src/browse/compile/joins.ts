import sql, { raw, type Sql } from 'sql-template-tag';
import type { BrowseRoute } from '../catalogue/routes';
import { baseTable } from './table-of';

/** The joins to what is needed beside the row’s table; an optional one keeps rows that have none. */
export function joinsOf(route: BrowseRoute, needs: ReadonlySet<string>): Sql {
  const wanted = new Set(needs);
  for (const entity of needs) {
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

/** The row’s table, joined to what is needed of the others. */
export function fromTables(route: BrowseRoute, needs: ReadonlySet<string>): Sql {
  return sql`${raw(baseTable(route))} ${joinsOf(route, needs)}`;
}
