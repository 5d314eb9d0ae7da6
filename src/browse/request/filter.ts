import { z } from 'zod';
import type { Column, ColumnType } from '../catalogue/column';
import { browseLimits } from './limits';
import { valueSchemas, valueWords, type Value } from './values';

const equality = ['equals', 'notEquals'] as const;
const ordering = [...equality, 'gt', 'gte', 'lt', 'lte'] as const;
const substringOperators = ['contains', 'startsWith', 'endsWith'] as const;
const listOperators = ['in', 'notIn'] as const;
const nullChecks = ['isNull', 'isNotNull'] as const;

/** An operator that compares a part of a text. */
export type SubstringOperator = (typeof substringOperators)[number];

/** An operator that takes one value. */
export type ValueOperator = (typeof ordering)[number] | SubstringOperator;

/** An operator that takes a list. */
export type ListOperator = (typeof listOperators)[number];

/** A parsed filter. */
export type Filter =
  | { readonly operator: ValueOperator; readonly value: Value }
  | { readonly operator: ListOperator; readonly values: readonly Value[] }
  | { readonly operator: 'isNull' | 'isNotNull' };

/** Returns whether an operator compares a part of a text, which costs more than comparing the whole. */
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

/** What each operator compares, in the document. */
const operatorDescriptions: Readonly<Record<ValueOperator | ListOperator, string>> = {
  equals: 'Equal to this value. Text must match exactly, including case and accents.',
  notEquals: 'Not equal to this value, or null.',
  gt: 'Greater than this value.',
  gte: 'Greater than or equal to this value.',
  lt: 'Less than this value.',
  lte: 'Less than or equal to this value.',
  contains: "Contains this text. Case and accents don't matter.",
  startsWith: "Starts with this text. Case and accents don't matter.",
  endsWith: "Ends with this text. Case and accents don't matter.",
  in: 'Equal to one of these values.',
  notIn: 'Equal to none of these values, or null.',
};

/** Returns what a filter must be, in a sentence. */
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
 * Returns the schema of one operator with its value, or `in` or `notIn` with a list. The document shows an
 * object with optional keys, because generated clients handle that better than a choice of one-key objects.
 */
function valueFilter(type: ColumnType, name: string): () => z.ZodType<Filter> {
  const single = valueSchemas[type];
  const list = z.array(single).max(browseLimits.listMax);
  const operators = valueOperators[type];
  const values: z.ZodType<Partial<Record<string, Value | Value[]>>> = z.strictObject({
    ...Object.fromEntries(
      operators.map(operator => [
        operator,
        single.optional().meta({ description: operatorDescriptions[operator] }),
      ]),
    ),
    ...Object.fromEntries(
      listOperators.map(operator => [
        operator,
        list.optional().meta({ description: operatorDescriptions[operator] }),
      ]),
    ),
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
      description: 'A filter with exactly one of these operators.',
      minProperties: 1,
      maxProperties: 1,
    });
  // A new schema for each place: the document's generator shows a shared one as empty the second time.
  return () =>
    one.transform((given): Filter => {
      const [filter] = filters(given);
      if (filter === undefined) throw new TypeError('a filter without an operator passed its rule');
      return filter;
    });
}

/** Returns the filters of a column of one type: for a column that can't be null, and for one that can. */
function filtersOf(type: ColumnType, name: string) {
  const value = valueFilter(type, name);
  return {
    // A union reports any broken filter as one issue about its shape. With a single alternative, it would
    // report the issues of that alternative, so `never` is the second one.
    required: z.union([value(), z.never()], { error: ruleOf(type, false) }).meta({
      override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
        Object.assign(jsonSchema, jsonSchema.anyOf?.[0]);
        delete jsonSchema.anyOf;
      },
    }),
    nullable: z
      .union([value(), nullCheck], { error: ruleOf(type, true) })
      .meta({
        id: `Nullable${name}Filter`,
        unionOneOf: true,
        description: 'A filter, or whether the value is null.',
      }),
  };
}

// Created once, because a name in the document stands for one schema, however many columns and routes use it.
const filters: Readonly<Record<ColumnType, ReturnType<typeof filtersOf>>> = {
  text: filtersOf('text', 'Text'),
  date: filtersOf('date', 'Date'),
  datetime: filtersOf('datetime', 'DateTime'),
  decimal: filtersOf('decimal', 'Decimal'),
  integer: filtersOf('integer', 'Integer'),
  boolean: filtersOf('boolean', 'Boolean'),
};

/** Returns the schema of the filters of a column. */
export function filterSchema({ type, isNullable }: Pick<Column, 'type' | 'isNullable'>): z.ZodType<Filter> {
  return isNullable ? filters[type].nullable : filters[type].required;
}
