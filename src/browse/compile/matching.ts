import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { PlacedFilter } from '../request/query';
import type { Asked } from './asked';
import { filterCondition } from './filter-condition';
import { searchCondition } from './search-condition';
import { baseTable } from './tables';
import { visibleProjects } from './tenant';

/** The rows that a browse matches, as parts of a statement. */
export interface Matching {
  /** The start of the statement: the projects, and the patients that filters name. */
  readonly withs: readonly Sql[];
  /** The entities whose columns the condition uses. */
  readonly needs: readonly string[];
  readonly condition: Sql;
}

function isOneId(entity: string) {
  return ({ field, filter, ...placed }: PlacedFilter): boolean =>
    placed.entity === entity && field === 'id' && filter.operator === 'equals';
}

/** Returns whether filters name patients. Then there are few, and they are found before their rows. */
function namesPatients(filters: readonly PlacedFilter[]): boolean {
  return filters.some(({ field, filter }) => field === 'id' && ['equals', 'in'].includes(filter.operator));
}

/** For at most one row, an index by the column returns its rows in index order. */
function pointsInto(column: string, set: string, isOne: boolean): Sql {
  const uids = `select uid from ${set}`;
  return raw(`${column} = ${isOne ? `(${uids})` : `any(array(${uids}))`}`);
}

/** Hides a condition from the planner, which would choose an index for it over a better one. */
function onlyHolds(condition: Sql): Sql {
  return sql`coalesce(${condition}, false)`;
}

/**
 * Returns what a browse matches among the rows that the scope can see. The tenant's predicate is always part
 * of it; the filters on project and company narrow it, so that neither is joined for them.
 */
export function matchingRows(asked: Asked): Matching {
  const { route, scope, query } = asked;
  const table = baseTable(route);
  const of = (...entities: readonly string[]): PlacedFilter[] =>
    query.filters.filter(({ entity }) => entities.includes(entity));
  const conditionsOf = (filters: readonly PlacedFilter[]): Sql[] =>
    filters.map(filter => filterCondition(route, filter));

  const tenant = of('project', 'company');
  const patients = namesPatients(of('patient')) ? of('patient') : [];
  const others = query.filters.filter(filter => !tenant.includes(filter) && !patients.includes(filter));
  const isOneProject = tenant.some(isOneId('project'));
  const inProjects = pointsInto(`${table}.project_uid`, 'projects', isOneProject);
  const inCompany = sql`${raw(table)}.company_uid = ${scope.companyUid}::uuid`;
  // Patients have few rows, and the company's sort order is worth more than a list of all its projects.
  const isByPatient = patients.length > 0;
  const isByCompany = scope.seesAllProjects && tenant.length === 0;

  const withs = [
    sql`projects as (${visibleProjects(scope, conditionsOf(tenant), of('company').length > 0)})`,
  ];
  const conditions = [
    isByPatient ? onlyHolds(inCompany) : inCompany,
    isByPatient || isByCompany ? onlyHolds(inProjects) : inProjects,
    ...conditionsOf(others),
  ];
  if (isByPatient) {
    const inProject = pointsInto('patient.project_uid', 'projects', isOneProject);
    const named = join([inProject, ...conditionsOf(patients)], ' and ');
    withs.push(sql`patients as (select patient.uid from patient where ${named})`);
    const isOnePatient = isOneProject && patients.some(isOneId('patient'));
    conditions.push(pointsInto(`${table}.patient_uid`, 'patients', isOnePatient));
  }
  if (query.search !== undefined) conditions.push(searchCondition(asked));
  return { withs, needs: others.map(({ entity }) => entity), condition: join(conditions, ' and ') };
}
