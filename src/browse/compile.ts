import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { ProjectScope } from '../domain/projects/project';
import { isVisible } from '../store/projects';
import type { BrowseRoute, Column } from './catalogue';
import { takeMax, type BrowseQuery, type Filter } from './query-schema';

/** The rows of a page and how many there are in all. */
export interface BrowseAnswer {
  readonly table: ReadonlyArray<Readonly<Record<string, Readonly<Record<string, unknown>>>>>;
  readonly total: number;
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

/** Prepares a statement of this shape once per connection: its name is made from its text. */
function prepared(query: Knex.QueryBuilder): Knex.QueryBuilder {
  const { sql } = query.toSQL().toNative();
  return query.options({ name: `b_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}` });
}

function presentCell(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

/**
 * Runs a browse: catalogue columns only, every value bound, the tenant's predicate always there. The order ends with
 * the row's own id, so that pages neither lose nor repeat a row.
 */
export async function runBrowse(
  db: Knex,
  route: BrowseRoute,
  scope: ProjectScope,
  query: BrowseQuery,
): Promise<BrowseAnswer> {
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
  const page = matching().select(
    cells.map(({ column }, index) => db.raw(`${expressionOf(column)} as c${index}`)),
  );
  if (cells.length === 0) page.select(db.raw('1 as c0'));
  const orders = query.orderBy ?? [{ entity: route.base, column: 'createdAt', direction: 'asc' as const }];
  for (const { entity, column: field, direction } of orders) {
    const column = route.entities[entity]?.[field];
    if (column !== undefined)
      page.orderByRaw(`? ${direction === 'asc' ? 'asc' : 'desc'}`, [db.raw(expressionOf(column))]);
  }
  page
    .orderBy(`${route.base}.uid`, 'asc')
    .limit(query.take ?? takeMax)
    .offset(query.skip ?? 0);

  const [rows, counted] = await Promise.all([
    prepared(page) as unknown as Promise<Array<Record<string, unknown>>>,
    prepared(matching().count({ total: '*' })) as unknown as Promise<Array<{ total: number }>>,
  ]);
  const table = rows.map(row => {
    const nested: Record<string, Record<string, unknown>> = {};
    cells.forEach(({ entity, field }, index) => {
      (nested[entity] ??= {})[field] = presentCell(row[`c${index}`]);
    });
    return nested;
  });
  return { table, total: counted[0]?.total ?? 0 };
}
