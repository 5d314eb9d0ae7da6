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

/** A filter as the compiler takes it. */
export interface Filter {
  readonly operator: Operator;
  readonly values: readonly (string | number | boolean)[];
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
const decimalValue = z.union([
  z
    .number()
    .refine(value => Number.isFinite(value) && Math.abs(value) < 1e15, 'must be a number below 10^15'),
  z.string().regex(/^-?\d{1,15}(?:\.\d{1,6})?$/, 'must be a decimal'),
]);

// PostgreSQL has no year 0 and no clock sixteen hours off, though ISO 8601 does.
const datetimeValue = z.iso
  .datetime({ offset: true })
  .refine(
    text => !text.startsWith('0000') && /(?:Z|[+-](?:0\d|1[0-5]):\d\d)$/.test(text),
    'must be an instant from year 1 on, at most 15:59 hours off UTC',
  );

const valueSchemas: Readonly<Record<ColumnType, z.ZodType<string | number | boolean>>> = {
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

/** The filters a column takes: one operator that fits its type, a list, a null check where it can be null. */
function filterSchema({ type, isNullable }: Column): z.ZodType<Filter> {
  const value = valueSchemas[type];
  const single = operatorsByType[type].map(operator =>
    z
      .strictObject({ [operator]: value })
      .transform((filter): Filter => ({ operator, values: Object.values(filter) })),
  );
  const lists = (['in', 'notIn'] as const).map(operator =>
    z
      .strictObject({ [operator]: z.array(value).max(listMax) })
      .transform((filter): Filter => ({ operator, values: Object.values(filter).flat() })),
  );
  const nulls = isNullable
    ? [z.enum(['isNull', 'isNotNull']).transform((operator): Filter => ({ operator, values: [] }))]
    : [];
  return z.union([...single, ...lists, ...nulls]);
}

function perEntity<S extends z.ZodType>(route: BrowseRoute, schemaOf: (column: Column) => S) {
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
          .optional(),
      ]),
    ),
  );
}

// Ignored, it would answer another question than was asked: all rows for a search, no sums for an aggregate.
const notThereYet = z
  .unknown()
  .refine(value => value === undefined, { message: 'is not there yet', params: aboutShape })
  .optional()
  .meta({ description: 'Not there yet: refused with 400.' });

const direction = z.enum(['asc', 'desc']);

/** The schema of a route's request, made from its catalogue. */
export function browseRequestSchema(route: BrowseRoute): z.ZodType<BrowseQuery> {
  const sort = perEntity(route, () => direction)
    .refine(
      entry => Object.values(entry).flatMap(columns => Object.values(columns ?? {})).length === 1,
      'must name one entity and one column',
    )
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
      select: perEntity(route, () => z.boolean())
        .optional()
        .meta({
          description:
            'Entity to column to boolean; a column defaults to `false` inside a block, an omitted block returns all its columns.',
        }),
      where: perEntity(route, column => z.array(filterSchema(column)).max(filtersMax))
        .optional()
        .meta({ description: 'Entity to column to a list of field filters; everything is ANDed.' }),
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
      aggregate: notThereYet,
      search: notThereYet,
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
