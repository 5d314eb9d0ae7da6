import type { Knex } from 'knex';
import type { ProjectScope } from '../domain/projects/project';
import { isVisible } from '../store/projects';
import type { BrowseRoute, Column } from './catalogue';
import type { BrowseQuery, Filter } from './query-schema';

/** A row of an answer, nested by entity. */
export type BrowseRow = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The statements of a browse. */
export interface CompiledBrowse {
  /** How many rows match. */
  readonly count: () => Knex.QueryBuilder;
  /** So many rows at most, in their order, after those that are skipped. */
  readonly rows: (limit: number) => Knex.QueryBuilder;
  /** A row of `rows` as it is answered. */
  readonly present: (row: Readonly<Record<string, unknown>>) => BrowseRow;
}

interface Cell {
  readonly entity: string;
  readonly field: string;
  readonly column: Column;
}

function expressionOf(column: Column): string {
  return column.expression ?? column.sql;
}

/** `%`, `_` and `\` stand for themselves. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, match => `\\${match}`);
}

function applyFilter(query: Knex.QueryBuilder, db: Knex, column: Column, { operator, values }: Filter): void {
  const target = db.raw(expressionOf(column));
  const [value = ''] = values;
  const like = (pattern: string): void => void query.whereRaw('? ilike ?', [target, pattern]);
  const compare = (symbol: string): void => void query.where(target as unknown as string, symbol, value);
  switch (operator) {
    case 'equals':
      return compare('=');
    case 'notEquals':
      return void query.whereRaw('? is distinct from ?', [target, value]);
    case 'gt':
      return compare('>');
    case 'gte':
      return compare('>=');
    case 'lt':
      return compare('<');
    case 'lte':
      return compare('<=');
    case 'contains':
      return like(`%${escapeLike(String(value))}%`);
    case 'startsWith':
      return like(`${escapeLike(String(value))}%`);
    case 'endsWith':
      return like(`%${escapeLike(String(value))}`);
    case 'in':
      return void query.whereRaw('?::text = any(?::text[])', [target, values.map(String)]);
    case 'notIn':
      return void query.whereRaw('not coalesce(?::text = any(?::text[]), false)', [
        target,
        values.map(String),
      ]);
    case 'isNull':
      return void query.whereRaw('? is null', [target]);
    case 'isNotNull':
      return void query.whereRaw('? is not null', [target]);
  }
}

/** The rows of the route that the scope can see, joined to every entity a row is nested by. */
function visibleRows(db: Knex, route: BrowseRoute, scope: ProjectScope): Knex.QueryBuilder {
  return (
    db(route.base)
      .join('patient', 'patient.uid', `${route.base}.patient_uid`)
      // With the company in the condition, the index by company serves a row's table as well.
      .join('project', {
        'project.uid': `${route.base}.project_uid`,
        'project.company_uid': `${route.base}.company_uid`,
      })
      .join('company', 'company.uid', `${route.base}.company_uid`)
      .join('site', 'site.uid', `${route.base}.site_uid`)
      .leftJoin('payor', 'payor.uid', `${route.base}.payor_uid`)
      .whereRaw(isVisible('project'), { ...scope })
  );
}

/** The columns of the answer: an omitted block is whole, a column defaults to false inside a block. */
function selectedCells(route: BrowseRoute, select: BrowseQuery['select']): Cell[] {
  return Object.entries(route.entities).flatMap(([entity, columns]) => {
    const block = select?.[entity];
    return Object.entries(columns)
      .filter(([field]) => block === undefined || block[field] === true)
      .map(([field, column]) => ({ entity, field, column }));
  });
}

function presentCell(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

/**
 * Makes the statements of a browse: catalogue columns only, every value bound, the tenant's predicate always there. The
 * order ends with the row's own id, so that pages neither lose nor repeat a row.
 * @param db what the statements run on
 */
export function compileBrowse(
  db: Knex,
  route: BrowseRoute,
  scope: ProjectScope,
  query: BrowseQuery,
): CompiledBrowse {
  const matching = (): Knex.QueryBuilder => {
    const rows = visibleRows(db, route, scope);
    for (const [entity, columns] of Object.entries(query.where ?? {})) {
      for (const [field, filters] of Object.entries(columns)) {
        const column = route.entities[entity]?.[field];
        if (column !== undefined) for (const filter of filters) applyFilter(rows, db, column, filter);
      }
    }
    return rows;
  };
  const cells = selectedCells(route, query.select);
  const orders = query.orderBy ?? [{ entity: route.base, column: 'createdAt', direction: 'asc' as const }];
  return {
    count: () => matching().count({ total: '*' }),
    rows: limit => {
      const rows = matching().select(
        cells.map(({ column }, index) => db.raw(`${expressionOf(column)} as c${index}`)),
      );
      if (cells.length === 0) rows.select(db.raw('1 as c0'));
      for (const { entity, column: field, direction } of orders) {
        const column = route.entities[entity]?.[field];
        if (column !== undefined)
          rows.orderByRaw(`? ${direction === 'asc' ? 'asc' : 'desc'}`, [db.raw(expressionOf(column))]);
      }
      return rows
        .orderBy(`${route.base}.uid`, 'asc')
        .limit(limit)
        .offset(query.skip ?? 0);
    },
    present: row => {
      const nested: Record<string, Record<string, unknown>> = {};
      cells.forEach(({ entity, field }, index) => {
        (nested[entity] ??= {})[field] = presentCell(row[`c${index}`]);
      });
      return nested;
    },
  };
}
