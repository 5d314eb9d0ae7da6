import { baseTable } from './base-table';
import type { BrowseRoute } from '../catalogue/routes';
import type { Aggregate } from '../request/query';

/** The digits of a mean after its point. */
const meanPlaces = 6;

/** A number over all rows, as SQL of ours. */
function aggregateSql(route: BrowseRoute, aggregate: Aggregate): string {
  if (aggregate.kind === 'count') {
    const { table } = route.blocks[aggregate.entity] ?? { table: baseTable(route) };
    return `count(${table}.uid)`;
  }
  const { kind, column } = aggregate;
  if (kind === 'avg') return `trim_scale(round(avg(${column.sql}), ${meanPlaces}))::text`;
  return `${kind}(${column.sql})${column.type === 'decimal' ? '::text' : ''}`;
}

/** The columns of a statement that counts rows and makes the numbers asked for: `total`, then one each. */
export function aggregateColumns(route: BrowseRoute, aggregates: readonly Aggregate[]): string[] {
  return [
    'count(*) as total',
    ...aggregates.map((aggregate, index) => `${aggregateSql(route, aggregate)} as a${index}`),
  ];
}
