import { z } from 'zod';
import { isNumeric, type Column, type ColumnType } from '../catalogue/column';
import type { Block, BrowseRoute } from '../catalogue/routes';
import { aggregateDescriptions } from '../request/aggregate-schema';
import { blockDescription, blockName, columnSchemas, slotName } from '../request/block-schemas';
import { aggregateFunctions, type AggregateFunction } from '../request/query';

const cellSchemas: Readonly<Record<ColumnType, z.ZodType>> = {
  text: z.string(),
  date: z.string().meta({ format: 'date' }),
  datetime: z.iso.datetime(),
  decimal: z.string(),
  integer: z.number().int(),
  boolean: z.boolean(),
};

function describeCell(type: ColumnType, description: string): string {
  return type === 'decimal' ? `${description} A decimal number as text.` : description;
}

function cellSchema({ type, isNullable, description }: Column): z.ZodType {
  const cell = cellSchemas[type];
  return (isNullable ? cell.nullable() : cell).meta({ description: describeCell(type, description) });
}

/** Returns the schema of a number that is computed from a column. A mean is a decimal, of integers too. */
function numberSchema(name: AggregateFunction, column: Column): z.ZodType {
  const type = name === 'avg' ? 'decimal' : column.type;
  return cellSchemas[type].nullable().meta({ description: describeCell(type, column.description) });
}

function aggregateBlock(route: BrowseRoute, entity: string, { columns }: Block) {
  const ofColumns = (name: AggregateFunction) =>
    columnSchemas(columns, column => (isNumeric(column) ? numberSchema(name, column) : undefined));
  const functions = Object.values(columns).some(isNumeric)
    ? Object.fromEntries(
        aggregateFunctions.map(name => [
          name,
          z.object(ofColumns(name)).optional().meta({ description: aggregateDescriptions[name] }),
        ]),
      )
    : {};
  return z
    .object({
      count: z.number().int().optional().meta({ description: aggregateDescriptions.count }),
      ...functions,
    })
    .meta({ id: blockName(route, 'Aggregate', entity), description: blockDescription(route, entity) });
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
      description: "The numbers that the request's `aggregate` selects. `null` if no row has a value.",
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
            .meta({ id: blockName(route, 'Row', entity), description: blockDescription(route, entity) })
            .optional(),
        ]),
      ),
    )
    .meta({
      id: slotName(route, 'Row'),
      description: 'A row, nested by entity. Columns that were not selected are absent, not null.',
    });
}

/** Returns the schema of a route's answer. */
export function browseAnswerSchema(route: BrowseRoute) {
  return z
    .object({
      table: z.array(rowSchema(route)).meta({ description: 'The rows on this page.' }),
      aggregate: aggregateSchema(route),
      total: z.number().int().meta({ description: 'Number of rows that match, on all pages.' }),
    })
    .meta({ id: `${route.name}BrowseResponse`, description: `The ${route.plural} that match.` });
}
