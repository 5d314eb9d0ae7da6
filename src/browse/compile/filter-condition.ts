import sql, { raw, type Sql } from 'sql-template-tag';
import { uuidPattern } from '../../domain/text';
import type { Column, ColumnType } from '../catalogue/column';
import type { BrowseRoute } from '../catalogue/routes';
import { isSubstring, type SubstringOperator, type ValueOperator } from '../request/filter';
import type { PlacedFilter } from '../request/query';
import type { Value } from '../request/values';
import { tableOf } from './tables';

const sqlTypes: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  date: 'date',
  datetime: 'timestamptz',
  decimal: 'numeric',
  integer: 'integer',
  boolean: 'boolean',
};

const shownUuid = new RegExp(`^${uuidPattern}$`);

/** Returns whether the column can hold the value. A text that isn't a UUID matches no UUID. */
function canBe({ isUuid }: Column, value: Value): boolean {
  return !isUuid || shownUuid.test(String(value));
}

/** Returns a value as PostgreSQL reads it: as text, so that digits and instants stay exact. */
function bound(value: Value): string | boolean {
  return typeof value === 'boolean' ? value : String(value);
}

/**
 * Returns the `like` patterns for a part of a text. Wildcards match themselves; case and accents are
 * ignored.
 */
const patterns: Readonly<Record<SubstringOperator, (part: Value) => Sql>> = {
  contains: part => sql`'%' || browse_pattern(${part}::text) || '%'`,
  startsWith: part => sql`browse_pattern(${part}::text) || '%'`,
  endsWith: part => sql`'%' || browse_pattern(${part}::text)`,
};

/** Returns the condition that some searched column of the table contains the part; an index serves it. */
export function hasPart(table: string, part: Value): Sql {
  return sql`${raw(table)}.search_text like ${patterns.contains(part)}`;
}

/** Returns the condition that a text contains the part, for a column that no index serves. */
export function isPartOf(column: string, part: Value): Sql {
  return sql`browse_fold(${raw(column)}) like ${patterns.contains(part)}`;
}

const comparisons: Readonly<Record<Exclude<ValueOperator, SubstringOperator>, string>> = {
  equals: '=',
  // NULL differs from every value.
  notEquals: 'is distinct from',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/** Returns the condition of a filter, on the alias of its column's table. */
export function filterCondition(route: BrowseRoute, { entity, column, filter }: PlacedFilter): Sql {
  const shown = raw(column.sql);
  const type = raw(column.isUuid ? 'uuid' : sqlTypes[column.type]);
  if ('values' in filter) {
    const values = filter.values.filter(value => canBe(column, value)).map(bound);
    const isIn = sql`${shown} = any(${values}::${type}[])`;
    return filter.operator === 'in' ? isIn : sql`not coalesce(${isIn}, false)`;
  }
  if (!('value' in filter))
    return sql`${shown} is ${raw(filter.operator === 'isNull' ? 'null' : 'not null')}`;
  const { operator, value } = filter;
  if (isSubstring(operator)) {
    const text = column.isUuid ? raw(`${column.sql}::text`) : shown;
    const holds = sql`browse_fold(${text}) like ${patterns[operator](value)}`;
    // The second condition follows from the first and has an index.
    return column.isSearched ? sql`(${holds} and ${hasPart(tableOf(route, entity), value)})` : holds;
  }
  if (!canBe(column, value)) return operator === 'notEquals' ? sql`true` : sql`false`;
  return sql`${shown} ${raw(comparisons[operator])} ${bound(value)}::${type}`;
}
