import { z } from 'zod';
import type { Column, ColumnType } from '../catalogue/column';
import { browseLimits } from './limits';
import { valueSchemas, valueWords, type Value } from './values';

const equality = ['equals', 'notEquals'] as const;
const ordering = [...equality, 'gt', 'gte', 'lt', 'lte'] as const;
const substringOperators = ['contains', 'startsWith', 'endsWith'] as const;
const listOperators = ['in', 'notIn'] as const;
const nullChecks = ['isNull', 'isNotNull'] as const;

/** What looks for a part of a text. */
export type SubstringOperator = (typeof substringOperators)[number];

/** What a filter does with one value. */
export type ValueOperator = (typeof ordering)[number] | SubstringOperator;

/** What a filter does with a list. */
export type ListOperator = (typeof listOperators)[number];

/** A filter as the compiler takes it. */
export type Filter =
  | { readonly operator: ValueOperator; readonly value: Value }
  | { readonly operator: ListOperator; readonly values: readonly Value[] }
  | { readonly operator: 'isNull' | 'isNotNull' };

/** Whether an operator looks for a part of a text, which takes more than a comparison does. */
export function isSubstring(operator: Filter['operator']): operator is SubstringOperator {
  return substringOperators.some(one => one === operator);
}

/**
 * The operators that take one value, by the type of the column (specification, Browse, field filter forms).
 */
export const valueOperators: Readonly<Record<ColumnType, readonly ValueOperator[]>> = {
  text: [...equality, ...substringOperators],
  date: ordering,
  datetime: ordering,
  decimal: ordering,
  integer: ordering,
  boolean: equality,
};

/** What a filter must be, in a sentence. */
function ruleOf(type: ColumnType, isNullable: boolean): string {
  const listed = (names: readonly string[]): string => names.map(name => `\`${name}\``).join(', ');
  const ofNull = isNullable ? `, or ${listed(nullChecks)}` : '';
  return (
    `must be one of ${listed(valueOperators[type])} with ${valueWords[type]}, or of ` +
    `${listed(listOperators)} with a list${ofNull}`
  );
}

const nullCheck = z.enum(nullChecks).transform((operator): Filter => ({ operator }));

/**
 * One operator with its value, or `in` or `notIn` with a list. The document shows an object whose keys are
 * optional: clients are generated well from that, and badly from a choice between objects of one key each.
 */
function valueFilter(type: ColumnType, name: string): () => z.ZodType<Filter> {
  const single = valueSchemas[type];
  const list = z.array(single).max(browseLimits.listMax);
  const operators = valueOperators[type];
  const values: z.ZodType<Partial<Record<string, Value | Value[]>>> = z.strictObject({
    ...Object.fromEntries(operators.map(operator => [operator, single.optional()])),
    ...Object.fromEntries(listOperators.map(operator => [operator, list.optional()])),
  });
  const filters = (given: Partial<Record<string, Value | Value[]>>): Filter[] => [
    ...operators.flatMap(operator => {
      const value = given[operator];
      return value === undefined || Array.isArray(value) ? [] : [{ operator, value }];
    }),
    ...listOperators.flatMap(operator => {
      const listed = given[operator];
      return Array.isArray(listed) ? [{ operator, values: listed }] : [];
    }),
  ];
  const one = values
    .refine(given => filters(given).length === 1)
    .meta({
      id: `${name}Filter`,
      description: 'One of these operators.',
      minProperties: 1,
      maxProperties: 1,
    });
  // Made anew for each place: the generator of the document takes a shared one for empty in its second place.
  return () =>
    one.transform((given): Filter => {
      const [filter] = filters(given);
      if (filter === undefined) throw new TypeError('a filter without an operator passed its rule');
      return filter;
    });
}

/** The filters of a column of one type: where it is never null, and where it can be. */
function filtersOf(type: ColumnType, name: string) {
  const value = valueFilter(type, name);
  return {
    // Whatever a filter breaks is one issue, about its shape. A union says so once no alternative fits; of
    // one alternative alone it would tell the issues of that one.
    required: z.union([value(), z.never()], { error: ruleOf(type, false) }).meta({
      override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
        Object.assign(jsonSchema, jsonSchema.anyOf?.[0]);
        delete jsonSchema.anyOf;
      },
    }),
    nullable: z
      .union([value(), nullCheck], { error: ruleOf(type, true) })
      .meta({ id: `Nullable${name}Filter`, unionOneOf: true }),
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
export function filterSchema({ type, isNullable }: Pick<Column, 'type' | 'isNullable'>): z.ZodType<Filter> {
  return isNullable ? filters[type].nullable : filters[type].required;
}
