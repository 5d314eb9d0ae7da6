import { raw, type Sql } from 'sql-template-tag';
import type { BrowseRoute } from '../catalogue/routes';
import type { Aggregate } from '../request/query';
import { tableOf } from './tables';

/** The decimal places of a mean. */
const meanPlaces = 6;
/** The decimal places of the dividend, which decide those of a quotient. */
const exactZero = `0.${'0'.repeat(30)}::numeric`;

/** Returns whether every row has the entity, so that all rows count and no join is needed. */
function isCountOfAll({ blocks }: BrowseRoute, { kind, entity }: Aggregate): boolean {
  return kind === 'count' && blocks[entity]?.join?.isOptional !== true;
}

/** Returns the SQL of a number over all rows. A decimal is text, so that it keeps its digits. */
function aggregateSql(route: BrowseRoute, aggregate: Aggregate): string {
  if (isCountOfAll(route, aggregate)) return 'count(*)';
  if (aggregate.kind === 'count') return `count(${tableOf(route, aggregate.entity)}.uid)`;
  const { kind, column } = aggregate;
  // Divided here to thirty places, because `avg` keeps about sixteen digits and would be rounded twice.
  if (kind === 'avg')
    return (
      `trim_scale(round((sum(${column.sql}) + ${exactZero}) / nullif(count(${column.sql}), 0), ` +
      `${meanPlaces}))::text`
    );
  return `${kind}(${column.sql})${column.type === 'decimal' ? '::text' : ''}`;
}

/** Returns the SQL of a JSON object with a field for each group of aggregates, in their order. */
function objectOf(
  aggregates: readonly Aggregate[],
  fieldOf: (aggregate: Aggregate) => string,
  valueOf: (group: readonly Aggregate[]) => string,
): string {
  const fields = [...Map.groupBy(aggregates, fieldOf)].map(
    ([field, group]) => `'${field}', ${valueOf(group)}`,
  );
  return `json_build_object(${fields.join(', ')})`;
}

/** Returns the aggregates as one JSON object, in the requested form: entity, function, column. */
export function aggregateJson(route: BrowseRoute, aggregates: readonly Aggregate[]): Sql {
  const numberOf = ([aggregate]: readonly Aggregate[]): string =>
    aggregate === undefined ? 'null' : aggregateSql(route, aggregate);
  const functionOf = (group: readonly Aggregate[]): string =>
    group[0]?.kind === 'count'
      ? numberOf(group)
      : objectOf(group, aggregate => ('field' in aggregate ? aggregate.field : ''), numberOf);
  const entityOf = (group: readonly Aggregate[]): string => objectOf(group, ({ kind }) => kind, functionOf);
  return raw(objectOf(aggregates, ({ entity }) => entity, entityOf));
}

/** Returns the entities whose tables the aggregates read. */
export function aggregateNeeds(route: BrowseRoute, aggregates: readonly Aggregate[]): string[] {
  return aggregates.filter(aggregate => !isCountOfAll(route, aggregate)).map(({ entity }) => entity);
}
