import { z } from 'zod';
import { isNumeric } from '../catalogue/column';
import type { Block, BrowseRoute } from '../catalogue/routes';
import { blockDescription, blockName, columnSchemas, slotName } from './block-schemas';
import { aggregateFunctions, type Aggregate, type PerColumn } from './query';

/** What a request asks for each entity: `count`, and the columns of each function. */
type AskedAggregates = PerColumn<boolean | Readonly<Partial<Record<string, boolean>>>>;

/** What each number that is computed from rows is. */
export const aggregateDescriptions = {
  count: 'Number of rows that have the entity.',
  sum: 'Sum of the values.',
  avg: 'Mean of the values, rounded to six decimal places.',
  min: 'Smallest value.',
  max: 'Largest value.',
} as const;

/** Returns the schema of what a request can ask for one entity: `count`, and the functions of its numbers. */
function blockSchema(route: BrowseRoute, entity: string, { columns }: Block) {
  const flags = columnSchemas(columns, column =>
    isNumeric(column) ? z.boolean().meta({ description: column.description }) : undefined,
  );
  const ofColumns = z
    .strictObject(flags)
    .meta({
      id: `${blockName(route, 'AggregateRequest', entity)}Columns`,
      description: 'The columns to compute it for, each `true`.',
    });
  const functions =
    Object.keys(flags).length === 0
      ? {}
      : Object.fromEntries(
          aggregateFunctions.map(name => [
            name,
            ofColumns.optional().meta({ description: aggregateDescriptions[name] }),
          ]),
        );
  return z
    .strictObject({
      count: z.boolean().optional().meta({ description: aggregateDescriptions.count }),
      ...functions,
    })
    .meta({ id: blockName(route, 'AggregateRequest', entity), description: blockDescription(route, entity) });
}

/** Lists what is requested, in the order of the catalogue; `false` requests nothing. */
function listAggregates({ blocks }: BrowseRoute, asked: AskedAggregates): readonly Aggregate[] {
  const requested = Object.entries(blocks).filter(([entity]) => asked[entity] !== undefined);
  const counts = requested
    .filter(([entity]) => asked[entity]?.['count'] === true)
    .map(([entity]): Aggregate => ({ kind: 'count', entity }));
  const numbers = aggregateFunctions.flatMap(kind =>
    requested.flatMap(([entity, { columns }]) => {
      const flags = asked[entity]?.[kind];
      return Object.entries(columns)
        .filter(([field]) => typeof flags === 'object' && flags[field] === true)
        .map(([field, column]): Aggregate => ({ kind, entity, field, column }));
    }),
  );
  return [...counts, ...numbers];
}

/** Returns the schema of `aggregate`. */
export function aggregateRequestSchema(route: BrowseRoute): z.ZodType<readonly Aggregate[]> {
  const blocks: z.ZodType<AskedAggregates> = z
    .strictObject(
      Object.fromEntries(
        Object.entries(route.blocks).map(([entity, block]) => [
          entity,
          blockSchema(route, entity, block).optional(),
        ]),
      ),
    )
    .meta({
      id: slotName(route, 'AggregateRequest'),
      description:
        'Numbers to compute for each entity: `count`, and `sum`, `avg`, `min`, and `max` of its numeric ' +
        'columns. They cover every row that matches; `take` and `skip` make no difference.',
    });
  return blocks.transform(asked => listAggregates(route, asked));
}
