import { z } from 'zod';
import { isNumeric, type Column, type ColumnType } from '../catalogue/column';
import type { Block, BrowseRoute } from '../catalogue/routes';
import { blockName, columnSchemas, slotName } from '../request/block-schemas';
import { aggregateFunctions, type AggregateFunction } from '../request/query';

const cellSchemas: Readonly<Record<ColumnType, z.ZodType>> = {
  text: z.string(),
  date: z.string().meta({ format: 'date' }),
  datetime: z.iso.datetime(),
  decimal: z.string().meta({ description: 'A decimal as text.' }),
  integer: z.number().int(),
  boolean: z.boolean(),
};

function cellSchema({ type, isNullable, description }: Column): z.ZodType {
  const cell = cellSchemas[type].meta({ description });
  return isNullable ? cell.nullable() : cell;
}

/** A number that is made of a column; a mean is a decimal, of whole numbers too. */
function numberSchema(name: AggregateFunction, { type }: Column): z.ZodType {
  return cellSchemas[name === 'avg' ? 'decimal' : type].nullable();
}

function aggregateBlock(route: BrowseRoute, entity: string, { columns }: Block) {
  const ofColumns = (name: AggregateFunction) =>
    columnSchemas(columns, column => (isNumeric(column) ? numberSchema(name, column) : undefined));
  const functions = Object.values(columns).some(isNumeric)
    ? Object.fromEntries(aggregateFunctions.map(name => [name, z.object(ofColumns(name)).optional()]))
    : {};
  return z
    .object({ count: z.number().int().optional(), ...functions })
    .meta({ id: blockName(route, 'Aggregate', entity) });
}

function aggregateSchema(route: BrowseRoute) {
  return z
    .object(
      Object.fromEntries(
        Object.entries(route.blocks).map(([entity, block]) => [
          entity,
          aggregateBlock(route, entity, block).optional(),
        ]),
      ),
    )
    .meta({
      id: slotName(route, 'Aggregate'),
      description: 'What `aggregate` asked for, in its shape; NULL where no row has a value.',
    });
}

function rowSchema(route: BrowseRoute) {
  return z
    .object(
      Object.fromEntries(
        Object.entries(route.blocks).map(([entity, { columns }]) => [
          entity,
          z
            .object(columnSchemas(columns, cellSchema))
            .meta({ id: blockName(route, 'Row', entity) })
            .optional(),
        ]),
      ),
    )
    .meta({ id: slotName(route, 'Row') });
}

/** The schema of a route's answer; unselected columns are absent, not null. */
export function browseAnswerSchema(route: BrowseRoute) {
  return z
    .object({
      table: z.array(rowSchema(route)),
      aggregate: aggregateSchema(route),
      total: z.number().int().meta({ description: 'The rows that the filter matches.' }),
    })
    .meta({ id: `${route.name}BrowseResponse` });
}
