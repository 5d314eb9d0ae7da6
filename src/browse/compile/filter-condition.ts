import sql, { raw, type Sql } from 'sql-template-tag';
import type { Column, ColumnType } from '../catalogue/column';
import { isSubstring, type Filter, type SubstringOperator, type ValueOperator } from '../request/filter';
import type { Value } from '../request/values';
import { Parameter } from './parameter';
import { canBe, type FilterShape } from './shape';

const sqlTypes: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  date: 'date',
  datetime: 'timestamptz',
  decimal: 'numeric',
  integer: 'integer',
  boolean: 'boolean',
};

/** A value as PostgreSQL is to read it; text, so that every digit and every instant is the caller's own. */
function bound(value: Value): string | boolean {
  return typeof value === 'boolean' ? value : String(value);
}

/** The value of a filter as PostgreSQL is to read it; of a list, those that a row can have. */
function valueOf(column: Column, filter: Filter | undefined): unknown {
  if (filter === undefined) throw new TypeError('a filter of the shape is not one of the request');
  if ('value' in filter) return bound(filter.value);
  return 'values' in filter ? filter.values.filter(value => canBe(column, value)).map(bound) : undefined;
}

/** The pattern of `like` that a part of a text is; wildcards in it stand for themselves, capitals and accents do not count. */
const patterns: Readonly<Record<SubstringOperator, (part: Parameter) => Sql>> = {
  contains: part => sql`'%' || browse_pattern(${part}::text) || '%'`,
  startsWith: part => sql`browse_pattern(${part}::text) || '%'`,
  endsWith: part => sql`'%' || browse_pattern(${part}::text)`,
};

/** The condition that a row of the table has the part in some searched column; an index serves it. */
export function hasPart(table: string, part: Parameter): Sql {
  return sql`${raw(table)}.search_text like ${patterns.contains(part)}`;
}

function substringCondition(
  table: string,
  column: Column,
  operator: SubstringOperator,
  part: Parameter,
): Sql {
  const shown = raw(column.isUuid ? `${column.sql}::text` : column.sql);
  const holds = sql`browse_fold(${shown}) like ${patterns[operator](part)}`;
  // It follows from the other, and has an index.
  return column.isSearched ? sql`(${holds} and ${hasPart(table, part)})` : holds;
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

/** The condition that a filter is, on the alias of the column's table. */
export function filterCondition(table: string, { column, operator, at, isNobodys }: FilterShape): Sql {
  const shown = raw(column.sql);
  const value = new Parameter(({ query }) => valueOf(column, query.filters[at]?.filter));
  const type = column.isUuid ? 'uuid' : sqlTypes[column.type];
  if (isSubstring(operator)) return substringCondition(table, column, operator, value);
  switch (operator) {
    case 'isNull':
      return sql`${shown} is null`;
    case 'isNotNull':
      return sql`${shown} is not null`;
    case 'in':
      return sql`${shown} = any(${value}::${raw(type)}[])`;
    case 'notIn':
      return sql`not coalesce(${shown} = any(${value}::${raw(type)}[]), false)`;
    default:
      if (isNobodys) return operator === 'notEquals' ? sql`true` : sql`false`;
      return sql`${shown} ${raw(comparisons[operator])} ${value}::${raw(type)}`;
  }
}
