import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Asked, Having } from './asked';
import { hasPart } from './filter-condition';
import { baseTable } from './tables';
import { visibleProjects } from './tenant';

/** The most rows of a table that a statement lists. */
export const listedMax = 1_000;

type Searching = Pick<Asked, 'scope' | 'query'>;
type FoundOfVisit = Pick<Asked['searched'], 'sites' | 'payors'>;

const textOf = ({ query }: Searching): string => query.search ?? '';

function sitesHaving(asked: Searching): Sql {
  const { companyUid, environment } = asked.scope;
  const ofTenant = sql`site.company_uid = ${companyUid}::uuid and site.environment = ${environment}`;
  return sql`select site.uid from site where ${ofTenant} and ${hasPart('site', textOf(asked))}`;
}

function payorsHaving(asked: Searching): Sql {
  return sql`select payor.uid from payor where ${hasPart('payor', textOf(asked))}`;
}

function patientsHaving(asked: Searching): Sql {
  const ofTenant = sql`patient.project_uid = any(array(${visibleProjects(asked.scope)}))`;
  return sql`select patient.uid from patient where ${ofTenant} and ${hasPart('patient', textOf(asked))}`;
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

function anyOf(conditions: readonly Sql[]): Sql {
  return sql`(${join([...conditions], ' or ')})`;
}

/** Returns the condition that a visit, its site, or its payor contains the text. */
function visitCondition(asked: Searching, { sites, payors }: FoundOfVisit): Sql {
  return anyOf([
    hasPart('visit', textOf(asked)),
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

/** Finds the sites, payors, and patients that contain the text. */
export function searchTables(asked: Searching): Sql {
  const [sites, payors, patients] = [sitesHaving(asked), payorsHaving(asked), patientsHaving(asked)];
  return sql`select ${listed(sites)} as sites, ${listed(payors)} as payors, ${listed(patients)} as patients`;
}

/** Finds the visits that contain the text. */
export function searchVisits(asked: Searching, found: FoundOfVisit): Sql {
  return sql`select ${listed(visitsHaving(asked, found))} as visits`;
}

/**
 * Returns the condition that some searched column of the row contains the text. An `or` over joined tables
 * has no index, so each table is searched first, and the row has to point at one of the rows found.
 */
export function searchCondition({ route, searched, ...asked }: Asked): Sql {
  const table = baseTable(route);
  const ofPatient = pointsAt(`${table}.patient_uid`, searched.patients, patientsHaving(asked));
  if (table === 'visit') return anyOf([visitCondition(asked, searched), ...ofPatient]);
  return anyOf([
    hasPart(table, textOf(asked)),
    ...pointsAt(`${table}.visit_uid`, searched.visits, visitsHaving(asked, searched)),
    ...ofPatient,
  ]);
}

/**
 * Returns whether a search is known to match few rows: everything found is listed, and no payor is among it.
 */
export function matchesFew({ query, searched }: Pick<Asked, 'query' | 'searched'>): boolean {
  if (query.search === undefined) return false;
  return searched.payors.length === 0 && !Object.values(searched).includes('many');
}
