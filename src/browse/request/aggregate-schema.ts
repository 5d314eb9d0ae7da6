import { z } from 'zod';
import { isNumeric } from '../catalogue/column';
import type { Block, BrowseRoute } from '../catalogue/routes';
import { blockName, columnSchemas, slotName } from './block-schemas';
import { aggregateFunctions, type Aggregate } from './query';

type Flags = Partial<Record<string, boolean | Partial<Record<string, boolean>>>>;
type Asked = Partial<Record<string, Flags>>;

const descriptions = {
  sum: 'The sum of the values that are there.',
  avg: 'Their mean, rounded to six places.',
  min: 'The least of them.',
  max: 'The greatest of them.',
} as const;

/** What can be asked of one entity: how many rows have it and, of its numbers, the functions. */
function blockSchema(route: BrowseRoute, entity: string, { columns }: Block) {
  const flags = columnSchemas(columns, column => (isNumeric(column) ? z.boolean() : undefined));
  const ofColumns = z.strictObject(flags).meta({
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

/** What is wanted, as a list; `false` asks for nothing. */
function listAsked({ blocks }: BrowseRoute, asked: Asked): Aggregate[] {
  const entities = Object.entries(blocks).filter(([entity]) => asked[entity] !== undefined);
  const counts = entities
    .filter(([entity]) => asked[entity]?.['count'] === true)
    .map(([entity]): Aggregate => ({ kind: 'count', entity }));
  const numbers = aggregateFunctions.flatMap(kind =>
    entities.flatMap(([entity, { columns }]) => {
      const flags = asked[entity]?.[kind];
      if (typeof flags !== 'object') return [];
      return Object.entries(columns)
        .filter(([field]) => flags[field] === true)
        .map(([field, column]): Aggregate => ({ kind, entity, field, column }));
    }),
  );
  return [...counts, ...numbers];
}

/** The schema of `aggregate`. */
export function aggregateRequestSchema(route: BrowseRoute): z.ZodType<readonly Aggregate[]> {
  const blocks: z.ZodType<Asked> = z
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
        'Entity to `count`, and to `sum`, `avg`, `min`, `max` of its numbers; over all rows that match, whatever the page.',
    });
  return blocks.transform(asked => listAsked(route, asked));
}
