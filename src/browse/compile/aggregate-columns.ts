import { tableOf } from './table-of';
import type { BrowseRoute } from '../catalogue/routes';
import type { Aggregate } from '../request/query';

/** The digits of a mean after its point. */
const meanPlaces = 6;
/** A quotient has as many places as its dividend has. */
const exactZero = `0.${'0'.repeat(30)}::numeric`;

/** Whether every row has the entity, so that all are counted, and nothing is joined for it. */
function isCountOfAll({ blocks }: BrowseRoute, { kind, entity }: Aggregate): boolean {
  return kind === 'count' && blocks[entity]?.join?.isOptional !== true;
}

/** A number over all rows, as SQL of ours. */
function aggregateSql(route: BrowseRoute, aggregate: Aggregate): string {
  if (isCountOfAll(route, aggregate)) return 'count(*)';
  if (aggregate.kind === 'count') return `count(${tableOf(route, aggregate.entity)}.uid)`;
  const { kind, column } = aggregate;
  // Divided here, to thirty places: `avg` keeps some sixteen digits in all, and would be rounded twice.
  if (kind === 'avg')
    return `trim_scale(round((sum(${column.sql}) + ${exactZero}) / nullif(count(${column.sql}), 0), ${meanPlaces}))::text`;
  return `${kind}(${column.sql})${column.type === 'decimal' ? '::text' : ''}`;
}

/** The columns of a statement that counts rows and makes the numbers asked for: `total`, then one each. */
export function aggregateColumns(route: BrowseRoute, aggregates: readonly Aggregate[]): string[] {
  return [
    'count(*) as total',
    ...aggregates.map((aggregate, index) => `${aggregateSql(route, aggregate)} as a${index}`),
  ];
}

/** The entities whose tables the aggregates are made of. */
export function aggregateNeeds(route: BrowseRoute, aggregates: readonly Aggregate[]): string[] {
  return aggregates.filter(aggregate => !isCountOfAll(route, aggregate)).map(({ entity }) => entity);
}
