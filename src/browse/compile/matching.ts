import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ProjectScope } from '../../domain/projects/project';
import type { BrowseRoute } from '../catalogue/routes';
import type { BrowseQuery, PlacedFilter } from '../request/query';
import { filterCondition } from './filter-condition';
import { baseTable, tableOf } from './table-of';
import { searchCondition, type SearchedTables } from './search-condition';
import { projectSet, type ProjectSet } from './tenant';

/** The rows that a query matches, as parts of statements. */
export interface Matching {
  /** The entities whose columns the condition names. */
  readonly needs: ReadonlySet<string>;
  readonly condition: Sql;
}

function conditionOf(route: BrowseRoute, { entity, column, filter }: PlacedFilter): Sql {
  return filterCondition(tableOf(route, entity), column, filter);
}

function isOneId(entity: string) {
  return (placed: PlacedFilter): boolean =>
    placed.entity === entity && placed.field === 'id' && placed.filter.operator === 'equals';
}

/** The patients of these projects that fit the filters, as a condition on the row: an index by patient serves it. */
function patientCondition(route: BrowseRoute, filters: readonly PlacedFilter[], projects: ProjectSet): Sql {
  const conditions = filters.map(filter => conditionOf(route, filter));
  const uids = sql`select patient.uid from patient where ${join([projects.holds('patient.project_uid'), ...conditions], ' and ')}`;
  const column = raw(`${baseTable(route)}.patient_uid`);
  // An id is one patient's in a project, so an index gives their rows in its order.
  return projects.isOne && filters.some(isOneId('patient'))
    ? sql`${column} = (${uids})`
    : sql`${column} = any(array(${uids}))`;
}

/** Whether the filters of patients name them: then they are few, and are found before their rows. */
function namesPatients(filters: readonly PlacedFilter[]): boolean {
  return filters.some(({ field, filter }) => field === 'id' && ['equals', 'in'].includes(filter.operator));
}

/**
 * What a query matches of what the scope can see. The tenant's predicate is always there; filters of project and company
 * narrow it, so that neither is joined for them.
 */
export function matchingRows(
  route: BrowseRoute,
  scope: ProjectScope,
  { filters, search }: Pick<BrowseQuery, 'filters' | 'search'>,
  searched: SearchedTables,
): Matching {
  const table = baseTable(route);
  const of = (...entities: readonly string[]): PlacedFilter[] =>
    filters.filter(({ entity }) => entities.includes(entity));
  const ofTenant = of('project', 'company');
  const projects = projectSet(
    scope,
    ofTenant.map(filter => conditionOf(route, filter)),
    { company: of('company').length > 0, isOne: ofTenant.some(isOneId('project')) },
  );
  const ofPatient = of('patient');
  const foundFirst = namesPatients(ofPatient) ? ofPatient : [];
  const others = filters.filter(filter => !ofTenant.includes(filter) && !foundFirst.includes(filter));
  const conditions = [
    sql`${raw(table)}.company_uid = ${scope.companyUid}::uuid`,
    projects.holds(`${table}.project_uid`),
    ...(foundFirst.length === 0 ? [] : [patientCondition(route, foundFirst, projects)]),
    ...others.map(filter => conditionOf(route, filter)),
    ...(search === undefined ? [] : [searchCondition(route, scope, search, searched)]),
  ];
  return {
    needs: new Set(others.map(({ entity }) => entity)),
    condition: join(conditions, ' and '),
  };
}

/** The joins to what is needed beside the row’s table; an optional one keeps rows that have none. */
export function joinsOf(route: BrowseRoute, needs: ReadonlySet<string>): Sql {
  const wanted = new Set(needs);
  for (const entity of needs) {
    const after = route.blocks[entity]?.join?.after;
    if (after !== undefined) wanted.add(after);
  }
  const joins = Object.entries(route.blocks).flatMap(([entity, { table, join: how }]) =>
    how === undefined || !wanted.has(entity)
      ? []
      : [`${how.isOptional ? 'left join' : 'join'} ${table} on ${how.on}`],
  );
  return raw(joins.join(' '));
}

/** The row’s table, joined to what is needed of the others. */
export function fromTables(route: BrowseRoute, needs: ReadonlySet<string>): Sql {
  return sql`${raw(baseTable(route))} ${joinsOf(route, needs)}`;
}
