import { z } from 'zod';
import { calendarDate } from '../forms/dates';
import { aboutShape } from '../forms/field-issues';
import { isStorableText } from '../domain/text';
import type { BrowseRoute, Column, ColumnType } from './catalogue';

/** The most rows of a page that is asked for by its size. */
const takeMax = 10_000;
const skipMax = 10_000_000;
const filtersMax = 20;
const listMax = 1_000;
const ordersMax = 10;

type Value = string | number | boolean;

/** A filter as the compiler takes it. */
export interface Filter {
  readonly operator: Operator;
  readonly values: readonly Value[];
}

/** What a filter does. */
export type Operator =
  | 'equals'
  | 'notEquals'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'in'
  | 'notIn'
  | 'isNull'
  | 'isNotNull';

/** A parsed browse request. */
export interface BrowseQuery {
  readonly select?: Readonly<Record<string, Readonly<Record<string, boolean>>>> | undefined;
  readonly where?: Readonly<Record<string, Readonly<Record<string, readonly Filter[]>>>> | undefined;
  readonly orderBy?:
    | ReadonlyArray<{ readonly entity: string; readonly column: string; readonly direction: 'asc' | 'desc' }>
    | undefined;
  readonly take?: number | undefined;
  readonly skip?: number | undefined;
}

const textValue = z.string().max(500).refine(isStorableText, 'must be well-formed text without NUL');
const decimalValue = z
  .union([
    z.number().gt(-1e15).lt(1e15).meta({ format: 'double' }),
    z.string().regex(/^-?\d{1,15}(?:\.\d{1,6})?$/, 'must be a decimal'),
  ])
  .meta({
    id: 'DecimalValue',
    unionOneOf: true,
    description: 'A decimal, as text where every digit counts.',
    example: '1714.89',
  });

// PostgreSQL has no year 0 and no clock sixteen hours off, though ISO 8601 does.
const datetimeValue = z.iso
  .datetime({ offset: true })
  .refine(
    text => !text.startsWith('0000') && /(?:Z|[+-](?:0\d|1[0-5]):\d\d)$/.test(text),
    'must be an instant from year 1 on, at most 15:59 hours off UTC',
  );

const valueSchemas: Readonly<Record<ColumnType, z.ZodType<Value>>> = {
  text: textValue,
  date: calendarDate,
  datetime: datetimeValue,
  decimal: decimalValue,
  integer: z.number().int().min(-2_147_483_648).max(2_147_483_647),
  boolean: z.boolean(),
};

const operatorsByType: Readonly<Record<ColumnType, readonly Operator[]>> = {
  text: ['equals', 'notEquals', 'contains', 'startsWith', 'endsWith'],
  date: ['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte'],
  datetime: ['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte'],
  decimal: ['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte'],
  integer: ['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte'],
  boolean: ['equals', 'notEquals'],
};

const nullCheck = z.enum(['isNull', 'isNotNull']).transform((operator): Filter => ({ operator, values: [] }));

/**
 * One operator with its value, or `in` or `notIn` with a list. The document shows an object whose keys are optional:
 * clients are generated well from that, and badly from a choice between objects of one key each.
 */
function valueFilter(type: ColumnType, name: string): z.ZodType<Filter> {
  const single = valueSchemas[type];
  const list = z.array(single).max(listMax);
  const operators = [...operatorsByType[type], 'in', 'notIn'] as const;
  const shape = operators.map(operator => {
    const value: z.ZodType<Value | Value[]> = operator === 'in' || operator === 'notIn' ? list : single;
    return [operator, value.optional()] as const;
  });
  return z
    .strictObject(Object.fromEntries(shape))
    .refine(filter => operators.filter(operator => filter[operator] !== undefined).length === 1)
    .meta({ id: `${name}Filter`, description: 'One of these operators.', minProperties: 1, maxProperties: 1 })
    .transform((filter): Filter => {
      for (const operator of operators) {
        const value = filter[operator];
        if (value !== undefined) return { operator, values: [value].flat() };
      }
      throw new TypeError('a filter without an operator passed its rule');
    });
}

/** The filters of a column of one type: where it is never null, and where it can be. */
function filtersOf(type: ColumnType, name: string) {
  const value = valueFilter(type, name);
  return {
    // Whatever a filter breaks is one issue, about its shape. A union says so once no alternative fits; of one
    // alternative alone it would tell the issues of that one.
    required: z.union([value, z.never()]).meta({
      override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
        Object.assign(jsonSchema, jsonSchema.anyOf?.[0]);
        delete jsonSchema.anyOf;
      },
    }),
    nullable: z.union([value, nullCheck]).meta({ id: `Nullable${name}Filter`, unionOneOf: true }),
  };
}

// Made once: a name stands for one schema in the document, however many columns and routes use it.
const filters: Readonly<Record<ColumnType, ReturnType<typeof filtersOf>>> = {
  text: filtersOf('text', 'Text'),
  date: filtersOf('date', 'Date'),
  datetime: filtersOf('datetime', 'DateTime'),
  decimal: filtersOf('decimal', 'Decimal'),
  integer: filtersOf('integer', 'Integer'),
  boolean: filtersOf('boolean', 'Boolean'),
};

/** The filters that a column takes. */
function filterSchema({ type, isNullable }: Column): z.ZodType<Filter> {
  return isNullable ? filters[type].nullable : filters[type].required;
}

/** What the document calls the block of an entity, `VisitBrowseFilterSite`: without a name, clients make one up or none. */
function blockName(route: BrowseRoute, slot: 'Select' | 'Filter' | 'Sort' | 'Row', entity: string): string {
  return `${route.name}Browse${slot}${entity.charAt(0).toUpperCase()}${entity.slice(1)}`;
}

function perEntity<S extends z.ZodType>(
  route: BrowseRoute,
  slot: 'Select' | 'Filter' | 'Sort',
  schemaOf: (column: Column) => S,
) {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(route.entities).map(([name, entity]) => [
        name,
        z
          .strictObject(
            Object.fromEntries(
              Object.entries(entity).map(([field, column]) => [field, schemaOf(column).optional()]),
            ),
          )
          .meta({ id: blockName(route, slot, name) })
          .optional(),
      ]),
    ),
  );
}

// Ignored, it would answer another question than was asked: all rows for a search, no sums for an aggregate. The document
// tells its type, since clients send `null` for what has none.
function notThereYet(type: 'object' | 'string') {
  return z
    .unknown()
    .refine(value => value === undefined, { message: 'is not there yet', params: aboutShape })
    .optional()
    .meta({ type, description: 'Not there yet: refused with 400.' });
}

const direction = z.enum(['asc', 'desc']).meta({ id: 'SortDirection' });

/** The schema of a route's request, made from its catalogue. */
export function browseRequestSchema(route: BrowseRoute): z.ZodType<BrowseQuery> {
  const sort = perEntity(route, 'Sort', () => direction)
    .refine(
      entry => Object.values(entry).flatMap(columns => Object.values(columns ?? {})).length === 1,
      'must name one entity and one column',
    )
    .meta({ id: `${route.name}BrowseSort`, description: 'One entity and one column of it.' })
    .transform(entry => {
      for (const [entity, columns] of Object.entries(entry)) {
        for (const [column, way] of Object.entries(columns ?? {})) {
          if (way !== undefined) return { entity, column, direction: way };
        }
      }
      throw new TypeError('an order without a column passed its rule');
    });
  return z
    .strictObject({
      select: perEntity(route, 'Select', () => z.boolean())
        .meta({
          id: `${route.name}BrowseSelect`,
          description:
            'Entity to column to boolean; a column defaults to `false` inside a block, an omitted block returns all its columns.',
        })
        .optional(),
      where: perEntity(route, 'Filter', column => z.array(filterSchema(column)).max(filtersMax))
        .meta({
          id: `${route.name}BrowseFilter`,
          description: 'Entity to column to a list of field filters; everything is ANDed.',
        })
        .optional(),
      orderBy: z
        .array(sort)
        .max(ordersMax)
        .optional()
        .meta({ description: 'Applied in order; a stable tiebreaker is appended.' }),
      take: z
        .number()
        .int()
        .min(0)
        .max(takeMax)
        .optional()
        .meta({
          description: `Page size, at most ${takeMax}; omitted returns every match, of many as they are read.`,
        }),
      skip: z.number().int().min(0).max(skipMax).optional().meta({ description: 'Rows to skip.' }),
      aggregate: notThereYet('object'),
      search: notThereYet('string'),
    })
    .meta({ id: `${route.name}BrowseRequest` }) as unknown as z.ZodType<BrowseQuery>;
}

const cellSchemas: Readonly<Record<ColumnType, z.ZodType>> = {
  text: z.string(),
  date: z.string().meta({ format: 'date' }),
  datetime: z.iso.datetime(),
  decimal: z.string().meta({ description: 'A decimal as text.' }),
  integer: z.number().int(),
  boolean: z.boolean(),
};

/** The schema of a route's answer; unselected columns are absent, not null. */
export function browseResponseSchema(route: BrowseRoute) {
  const row = z
    .object(
      Object.fromEntries(
        Object.entries(route.entities).map(([name, entity]) => [
          name,
          z
            .object(
              Object.fromEntries(
                Object.entries(entity).map(([field, { type, isNullable, description }]) => {
                  const cell = cellSchemas[type].meta({ description });
                  return [field, (isNullable ? cell.nullable() : cell).optional()];
                }),
              ),
            )
            .meta({ id: blockName(route, 'Row', name) })
            .optional(),
        ]),
      ),
    )
    .meta({ id: `${route.name}BrowseRow` });
  return z
    .object({
      table: z.array(row),
      aggregate: z.record(z.string(), z.unknown()),
      total: z.number().int().meta({ description: 'The rows that the filter matches.' }),
    })
    .meta({ id: `${route.name}BrowseResponse` });
}
