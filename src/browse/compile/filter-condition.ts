import sql, { raw, type Sql } from 'sql-template-tag';
import { uuidPattern } from '../../domain/text';
import type { Column, ColumnType } from '../catalogue/column';
import { isSubstring, type Filter, type SubstringOperator, type ValueOperator } from '../request/filter';
import type { Value } from '../request/values';

const sqlTypes: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  date: 'date',
  datetime: 'timestamptz',
  decimal: 'numeric',
  integer: 'integer',
  boolean: 'boolean',
};

const shownUuid = new RegExp(`^${uuidPattern}$`);

/**
 * Whether a column has the value at all: a UUID is compared as such, so that an index serves it, and a text that is not
 * one as we show it is nobody's.
 */
function canBe({ isUuid }: Column, value: Value): boolean {
  return !isUuid || shownUuid.test(String(value));
}

/** A value as PostgreSQL is to read it; text, so that every digit and every instant is the caller's own. */
function bound(value: Value): string | boolean {
  return typeof value === 'boolean' ? value : String(value);
}

const substrings: Readonly<Record<SubstringOperator, readonly [before: string, after: string]>> = {
  contains: ['%', '%'],
  startsWith: ['', '%'],
  endsWith: ['%', ''],
};

/** The pattern of `like` for a part of a text; wildcards in it stand for themselves, capitals and accents do not count. */
export function likePattern(part: string, [before, after]: readonly [string, string] = ['%', '%']): Sql {
  return sql`${before}::text || browse_pattern(${part}::text) || ${after}::text`;
}

function substringCondition(table: string, column: Column, operator: SubstringOperator, value: Value): Sql {
  const shown = raw(column.isUuid ? `${column.sql}::text` : column.sql);
  const part = String(value);
  const holds = sql`browse_fold(${shown}) like ${likePattern(part, substrings[operator])}`;
  // It follows from the other, and has an index.
  return column.isSearched && part !== ''
    ? sql`(${holds} and ${raw(table)}.search_text like ${likePattern(part)})`
    : holds;
}

const comparisons: Readonly<Record<Exclude<ValueOperator, SubstringOperator>, string>> = {
  equals: '=',
  // NULL is another than any value.
  notEquals: 'is distinct from',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

function valueCondition(table: string, column: Column, operator: ValueOperator, value: Value): Sql {
  if (isSubstring(operator)) return substringCondition(table, column, operator, value);
  if (!canBe(column, value)) return operator === 'notEquals' ? sql`true` : sql`false`;
  const type = raw(column.isUuid ? 'uuid' : sqlTypes[column.type]);
  return sql`${raw(column.sql)} ${raw(comparisons[operator])} ${bound(value)}::${type}`;
}

/** The condition that a filter is, on the alias of the column's table. */
export function filterCondition(table: string, column: Column, filter: Filter): Sql {
  switch (filter.operator) {
    case 'isNull':
      return sql`${raw(column.sql)} is null`;
    case 'isNotNull':
      return sql`${raw(column.sql)} is not null`;
    case 'in':
    case 'notIn': {
      const type = raw(column.isUuid ? 'uuid[]' : `${sqlTypes[column.type]}[]`);
      const values = filter.values.filter(value => canBe(column, value)).map(bound);
      const isIn = sql`${raw(column.sql)} = any(${values}::${type})`;
      return filter.operator === 'in' ? isIn : sql`not coalesce(${isIn}, false)`;
    }
    default:
      return valueCondition(table, column, filter.operator, filter.value);
  }
}
