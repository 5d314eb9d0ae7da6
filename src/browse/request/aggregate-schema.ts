import { z } from 'zod';
import { isNumeric } from '../catalogue/column';
import type { Block, BrowseRoute } from '../catalogue/routes';
import { blockName, columnSchemas, slotName } from './block-schemas';
import { aggregateFunctions, type Aggregate, type PerColumn } from './query';

/** What is asked of each entity: `count`, and by function the columns. */
type AskedAggregates = PerColumn<boolean | Readonly<Partial<Record<string, boolean>>>>;

const descriptions = {
  sum: 'The sum of the values that are there.',
  avg: 'Their mean, rounded to six places.',
  min: 'The least of them.',
  max: 'The greatest of them.',
} as const;

/** What can be asked of one entity: how many rows have it and, of its numbers, the functions. */
function blockSchema(route: BrowseRoute, entity: string, { columns }: Block) {
  const flags = columnSchemas(columns, column => (isNumeric(column) ? z.boolean() : undefined));
  const ofColumns = z
    .strictObject(flags)
    .meta({
      id: `${blockName(route, 'AggregateRequest', entity)}Columns`,
      description: 'The columns that are wanted, each `true`.',
    });
  const functions =
    Object.keys(flags).length === 0
      ? {}
      : Object.fromEntries(
          aggregateFunctions.map(name => [
            name,
            ofColumns.optional().meta({ description: descriptions[name] }),
          ]),
        );
  return z
    .strictObject({
      count: z.boolean().optional().meta({ description: 'How many of the rows have it.' }),
      ...functions,
    })
    .meta({ id: blockName(route, 'AggregateRequest', entity) });
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

/** The schema of `aggregate`. */
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
        'Entity to `count`, and to `sum`, `avg`, `min`, `max` of its numbers; over all rows that ' +
        'match, whatever the page.',
    });
  return blocks.transform(asked => listAggregates(route, asked));
}
