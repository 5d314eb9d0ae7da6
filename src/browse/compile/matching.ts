import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { BrowseRoute } from '../catalogue/routes';
import { filterCondition } from './filter-condition';
import { nearest } from './nearest';
import { scopeParameters } from './parameter';
import { searchCondition, type Reading } from './search-condition';
import type { BrowseShape, FilterShape } from './shape';
import { baseTable, tableOf } from './table-of';
import { visibleProjects } from './tenant';

/** The rows that a browse matches, as parts of statements. */
export interface Matching {
  /** What a statement has in front, to be found once for all its parts. */
  readonly withs: readonly Sql[];
  /** The entities whose columns the condition names. */
  readonly needs: ReadonlySet<string>;
  readonly condition: Sql;
  /** The same for a statement that reads all that match, in no order: quicker to plan where texts are searched. */
  readonly conditionOfAll: Sql;
  /** The same for one that reads all that match and does nothing else: quicker to run for one patient. */
  readonly conditionAlone: Sql;
}

function conditionOf(route: BrowseRoute, filter: FilterShape): Sql {
  return filterCondition(tableOf(route, filter.entity), filter);
}

function isOneId(entity: string) {
  return ({ field, operator, ...placed }: FilterShape): boolean =>
    placed.entity === entity && field === 'id' && operator === 'equals';
}

/** Whether the filters of patients name them: then they are few, and are found before their rows. */
function namesPatients(filters: readonly FilterShape[]): boolean {
  return filters.some(({ field, operator }) => field === 'id' && ['equals', 'in'].includes(operator));
}

/** Whether what has no payor is kept out by the filter. */
function asksForOne({ operator }: FilterShape): boolean {
  return !['notEquals', 'notIn', 'isNull'].includes(operator);
}

/** A set of rows that is found once however often a statement reads it, and the conditions that the browsed rows point into it. */
interface FoundFirst {
  /** What a statement has in front. */
  readonly withs: readonly Sql[];
  readonly conditions: readonly Sql[];
  /** The same for a statement that looks at the set nowhere else, where another form is quicker then. */
  readonly conditionsAlone?: readonly Sql[];
  /** The entity whose column points into it, where that is not the row's own. */
  readonly needs?: string | undefined;
}

const nothing: FoundFirst = { withs: [], conditions: [] };
/** Of one at the most: an index by what points at it gives rows in the order of the index. */
const isTheOne = (column: string, set: string): Sql => raw(`${column} = (select uid from ${set})`);
const isOneOf = (column: string, set: string): Sql => raw(`${column} = any(array(select uid from ${set}))`);

/** How the rows of the tenant are found: by an index of theirs, by company alone, by another condition, or by one patient of a project. */
type TenantWay = 'byProject' | 'byCompany' | 'byOther' | 'byPatient';

/**
 * Written so, a condition only has to hold: no index is read for it, and PostgreSQL takes it to hold for every second row. By the
 * numbers of companies and projects it would expect a single visit of a patient, who has all of them in the same project.
 */
function onlyHolds(condition: Sql): Sql {
  return sql`coalesce(${condition}, false)`;
}

/** The tenant's rows: of the company, and of the projects that fit the filters. */
function ofTenant(route: BrowseRoute, filters: readonly FilterShape[], way: TenantWay): FoundFirst {
  const table = baseTable(route);
  const narrowing = filters.map(filter => conditionOf(route, filter));
  const needsCompany = filters.some(({ entity }) => entity === 'company');
  const inCompany = sql`${raw(table)}.company_uid = ${scopeParameters.companyUid}::uuid`;
  const withs = [sql`projects as (${visibleProjects(narrowing, needsCompany)})`];
  // The patient is of the project, and the rows are of the patient's.
  if (way === 'byPatient') return { withs, conditions: [onlyHolds(inCompany)] };
  const isIn = filters.some(isOneId('project')) ? isTheOne : isOneOf;
  const inProjects = isIn(`${table}.project_uid`, 'projects');
  return {
    withs,
    conditions: [
      way === 'byOther' ? onlyHolds(inCompany) : inCompany,
      way === 'byProject' ? inProjects : onlyHolds(inProjects),
    ],
  };
}

/** What any row that is found by its uid has to be: the tenant's. */
export function tenantRows(route: BrowseRoute): FoundFirst {
  return ofTenant(route, [], 'byOther');
}

/**
 * The one patient of one project, found together: a set that a statement looks at twice is kept by PostgreSQL, which small answers
 * feel. Looked at once, the patient is joined as any other table is; where it is kept, all rows of the table would be read for that.
 */
function ofOnePatient(route: BrowseRoute, conditions: readonly Sql[]): FoundFirst {
  const table = baseTable(route);
  const patient = `${table}.patient_uid`;
  const isOfProject = (project: string): Sql => onlyHolds(raw(`${table}.project_uid = ${project}`));
  return {
    withs: [
      sql`patients as (select patient.uid, patient.project_uid from patient where ${join(conditions, ' and ')})`,
    ],
    conditions: [isTheOne(patient, 'patients'), isOfProject('(select project_uid from patients)')],
    conditionsAlone: [
      sql`exists (select from patients where patients.uid = ${raw(patient)} and ${isOfProject('patients.project_uid')})`,
    ],
  };
}

/** The patients of the projects that fit the filters; an index by patient serves. */
function ofPatients(
  route: BrowseRoute,
  filters: readonly FilterShape[],
  isOneProject: boolean,
  way: TenantWay,
): FoundFirst {
  if (filters.length === 0) return nothing;
  const inProject = (isOneProject ? isTheOne : isOneOf)('patient.project_uid', 'projects');
  const conditions = [inProject, ...filters.map(filter => conditionOf(route, filter))];
  if (way === 'byPatient') return ofOnePatient(route, conditions);
  return {
    withs: [sql`patients as (select patient.uid from patient where ${join(conditions, ' and ')})`],
    conditions: [isOneOf(`${baseTable(route)}.patient_uid`, 'patients')],
  };
}

/** The payors that fit the filters: there are few of them in all. */
function byPayors(route: BrowseRoute, filters: readonly FilterShape[]): FoundFirst {
  const pointed = route.blocks['payor']?.join;
  if (filters.length === 0 || pointed === undefined) return nothing;
  const conditions = filters.map(filter => conditionOf(route, filter));
  return {
    withs: [sql`payors as (select payor.uid from payor where ${join(conditions, ' and ')})`],
    conditions: [isOneOf(pointed.by, 'payors')],
    needs: pointed.after,
  };
}

/** Named patients have few rows; of a key that sees all projects, none leaves out more than the company does. */
function tenantWay(
  { seesAllProjects }: BrowseShape,
  tenant: readonly FilterShape[],
  patients: readonly FilterShape[],
): TenantWay {
  // An id is one patient's in a project.
  const isOne = tenant.some(isOneId('project')) && patients.some(isOneId('patient'));
  if (patients.length > 0) return isOne ? 'byPatient' : 'byOther';
  return seesAllProjects && tenant.length === 0 ? 'byCompany' : 'byProject';
}

/**
 * What a browse matches of what the scope can see. The tenant's predicate is always there; filters of project and company
 * narrow it, so that neither is joined for them.
 */
export function matchingRows(shape: BrowseShape): Matching {
  const { route, search } = shape;
  const filters = shape.filters.map(filter => nearest(route, filter));
  const of = (...entities: readonly string[]): FilterShape[] =>
    filters.filter(({ entity }) => entities.includes(entity));
  const tenant = of('project', 'company');
  const patients = namesPatients(of('patient')) ? of('patient') : [];
  const payors = of('payor').filter(asksForOne);
  const first = new Set([...tenant, ...patients, ...payors]);
  const others = filters.filter(filter => !first.has(filter));
  const conditionsOfOthers = others.map(filter => conditionOf(route, filter));
  const way = tenantWay(shape, tenant, patients);
  const found = [
    ofTenant(route, tenant, way),
    ofPatients(route, patients, tenant.some(isOneId('project')), way),
    byPayors(route, payors),
  ];
  const read = (reading: Reading, conditionsOf = ({ conditions }: FoundFirst) => conditions): Sql =>
    join(
      [
        ...found.flatMap(conditionsOf),
        ...conditionsOfOthers,
        ...(search === undefined ? [] : [searchCondition(route, search, reading)]),
      ],
      ' and ',
    );
  return {
    withs: found.flatMap(({ withs }) => withs),
    needs: new Set([
      ...others.map(({ entity }) => entity),
      ...found.flatMap(({ needs }) => (needs === undefined ? [] : [needs])),
    ]),
    condition: read('inOrder'),
    conditionOfAll: read('all'),
    conditionAlone: read('all', ({ conditions, conditionsAlone = conditions }) => conditionsAlone),
  };
}
