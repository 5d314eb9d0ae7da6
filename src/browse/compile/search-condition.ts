import sql, { join, raw, type Sql } from 'sql-template-tag';
import { sexes } from '../../domain/patients/details';
import type { Asked, Having } from './asked';
import { isPartOf, hasPart } from './filter-condition';
import { beginsWith, canBePartOf, canBePartOfDay, needsDatabase } from './search-values';
import { baseTable } from './tables';
import { visibleProjects } from './tenant';

/** The most rows of a table that a statement lists. */
export const listedMax = 1_000;

type Searching = Pick<Asked, 'route' | 'scope' | 'query'>;
type FoundOfVisit = Pick<Asked['searched'], 'sites' | 'payors'>;

const textOf = ({ query }: Searching): string => query.search ?? '';

function anyOf(conditions: readonly Sql[]): Sql {
  return sql`(${join([...conditions], ' or ')})`;
}

/** Returns the condition that some column of the table contains the text, or begins with it (BROWSE-11). */
function hasText(asked: Searching, table: string): Sql {
  return anyOf([hasPart(table, textOf(asked)), ...beginsWith(asked.route, table, textOf(asked))]);
}

function sitesHaving(asked: Searching): Sql {
  const { companyUid, environment } = asked.scope;
  const ofTenant = sql`site.company_uid = ${companyUid}::uuid and site.environment = ${environment}`;
  return sql`select site.uid from site where ${ofTenant} and ${hasText(asked, 'site')}`;
}

function payorsHaving(asked: Searching): Sql {
  return sql`select payor.uid from payor where ${hasText(asked, 'payor')}`;
}

/** The sex and the date of birth aren't in the text index, which the list of patients uses too. */
function patientsHaving(asked: Searching): Sql {
  const ofTenant = sql`patient.project_uid = any(array(${visibleProjects(asked.scope)}))`;
  const text = textOf(asked);
  const named = sexes.filter(sex => canBePartOf(sex.toLowerCase(), text));
  const isNamed = needsDatabase(text)
    ? isPartOf('patient.sex', text)
    : sql`patient.sex = any(${named}::text[])`;
  const found = anyOf([
    hasPart('patient', text),
    ...(named.length === 0 ? [] : [isNamed]),
    ...(canBePartOfDay(text) ? [isPartOf('browse_day(patient.date_of_birth)', text)] : []),
  ]);
  return sql`select patient.uid from patient where ${ofTenant} and ${found}`;
}

/** Few projects have very many rows each, so they are found by their own columns and their company's. */
function projectsHaving(asked: Searching): Sql {
  const ofCompany = ['company.id', 'company.name'];
  const ofProject = ['project.id', 'project.name', 'project.status'];
  const columns = asked.query.hidden?.has('project') === true ? ofCompany : [...ofCompany, ...ofProject];
  return visibleProjects(asked.scope, [anyOf(columns.map(column => isPartOf(column, textOf(asked))))], true);
}

/**
 * Returns the condition that a column points at one of the rows found, or none if there are none. The list
 * is hidden from the planner, which takes 25 µs to look at each uid.
 */
function pointsAt(column: string, found: Having, rows: Sql): Sql[] {
  if (found.length === 0) return [];
  const uids = found === 'many' ? rows : sql`select unnest(${found}::uuid[])`;
  return [sql`${raw(column)} = any(array(${uids}))`];
}

/** There are few payors with very many rows each, so the planner has to know how many there are. */
function pointsAtPayor(found: Having, rows: Sql): Sql[] {
  if (found === 'many' || found.length === 0) return pointsAt('visit.payor_uid', found, rows);
  return [sql`visit.payor_uid = any(${found}::uuid[])`];
}

/** Returns the condition that a visit, its site, or its payor contains the text. */
function visitCondition(asked: Searching, { sites, payors }: FoundOfVisit): Sql {
  return anyOf([
    hasText(asked, 'visit'),
    ...pointsAt('visit.site_uid', sites, sitesHaving(asked)),
    ...pointsAtPayor(payors, payorsHaving(asked)),
  ]);
}

function visitsHaving(asked: Searching, found: FoundOfVisit): Sql {
  const ofTenant = sql`visit.company_uid = ${asked.scope.companyUid}::uuid`;
  return sql`select visit.uid from visit where ${ofTenant} and ${visitCondition(asked, found)}`;
}

/** Selects up to this many uids, and one more if there are more. */
function listed(uids: Sql): Sql {
  return sql`array(${uids} limit ${raw(String(listedMax + 1))})::text[]`;
}

/** Finds the sites, payors, patients, and projects that contain the text, and counts the visible projects. */
export function searchTables(asked: Searching): Sql {
  const [sites, payors, patients] = [sitesHaving(asked), payorsHaving(asked), patientsHaving(asked)];
  const visible = sql`select count(*)::int from (${visibleProjects(asked.scope)}) as visible`;
  return sql`select ${listed(sites)} as sites, ${listed(payors)} as payors, ${listed(patients)} as patients,
    ${listed(projectsHaving(asked))} as projects, (${visible}) as visible`;
}

/** Finds the visits that contain the text. */
export function searchVisits(asked: Searching, found: FoundOfVisit): Sql {
  return sql`select ${listed(visitsHaving(asked, found))} as visits`;
}

/**
 * Returns the condition that some column of the row contains the text. An `or` over joined tables has no
 * index, so each table is searched first, and the row has to point at one of the rows found.
 */
export function searchCondition(all: Asked): Sql {
  const { searched, ...asked } = all;
  const { projects } = searched;
  if (projects === 'all') return sql`true`;
  const table = baseTable(asked.route);
  const ofOthers = [
    ...pointsAt(`${table}.patient_uid`, searched.patients, patientsHaving(asked)),
    ...pointsAt(`${table}.project_uid`, projects, projectsHaving(asked)),
  ];
  if (table === 'visit') return anyOf([visitCondition(asked, searched), ...ofOthers]);
  return anyOf([
    hasText(asked, table),
    ...pointsAt(`${table}.visit_uid`, searched.visits, visitsHaving(asked, searched)),
    ...ofOthers,
  ]);
}

/**
 * Returns whether a search is known to match few rows: everything found is listed, and no payor or project is
 * among it.
 */
export function matchesFew({ query, searched }: Pick<Asked, 'query' | 'searched'>): boolean {
  if (query.search === undefined) return false;
  const { payors, projects } = searched;
  return payors.length === 0 && projects.length === 0 && !Object.values(searched).includes('many');
}
