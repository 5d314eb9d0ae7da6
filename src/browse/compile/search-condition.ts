import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ProjectScope } from '../../domain/projects/project';
import type { BrowseRoute } from '../catalogue/routes';
import { baseTable } from './table-of';
import { likePattern } from './filter-condition';
import { projectSet } from './tenant';

/** The rows of a table that have the text: their uids, or `many` where they are too many to name. */
export type Having = readonly string[] | 'many';

/** What was found of the tables that a row points at. */
export interface SearchedTables {
  readonly sites: Having;
  readonly payors: Having;
  readonly patients: Having;
  /** Of rows that belong to a visit. */
  readonly visits: Having;
}

/** The most rows of a table that are named. */
export const namedMax = 1_000;

function has(table: string, text: string): Sql {
  return sql`${raw(table)}.search_text like ${likePattern(text)}`;
}

/** The rows of a table that have the text, those of the tenant. */
function searched(scope: ProjectScope, text: string) {
  return {
    sites: sql`select site.uid from site where ${has('site', text)}`,
    payors: sql`select payor.uid from payor where ${has('payor', text)}`,
    patients: sql`select patient.uid from patient where ${projectSet(scope).holds('patient.project_uid')} and ${has('patient', text)}`,
  };
}

/** What a condition on a column is, that points at one of the rows; undefined where there is none. */
function pointsAt(column: string, having: Having, rows: Sql): Sql[] {
  if (having === 'many') return [sql`${raw(column)} = any(array(${rows}))`];
  return having.length === 0 ? [] : [sql`${raw(column)} = any(${[...having]}::uuid[])`];
}

function anyOf(conditions: readonly Sql[]): Sql {
  return sql`(${join([...conditions], ' or ')})`;
}

/** The condition that a visit has the text, or its site or payor. */
function visitCondition(
  scope: ProjectScope,
  text: string,
  found: Pick<SearchedTables, 'sites' | 'payors'>,
): Sql {
  const { sites, payors } = searched(scope, text);
  return anyOf([
    has('visit', text),
    ...pointsAt('visit.site_uid', found.sites, sites),
    ...pointsAt('visit.payor_uid', found.payors, payors),
  ]);
}

function visitsHaving(
  scope: ProjectScope,
  text: string,
  found: Pick<SearchedTables, 'sites' | 'payors'>,
): Sql {
  return sql`select visit.uid from visit where visit.company_uid = ${scope.companyUid}::uuid and ${visitCondition(scope, text, found)}`;
}

/** At most so many of the uids, and one more where there are more. */
function namedOf(uids: Sql): Sql {
  return sql`array(${uids} limit ${namedMax + 1}::bigint)::text[]`;
}

/** Reads what is found of sites, payors and patients: an array of uids each. */
export function searchTables(scope: ProjectScope, text: string): Sql {
  const { sites, payors, patients } = searched(scope, text);
  return sql`select ${namedOf(sites)}, ${namedOf(payors)}, ${namedOf(patients)}`;
}

/** Reads what is found of visits: an array of uids. */
export function searchVisits(
  scope: ProjectScope,
  text: string,
  found: Pick<SearchedTables, 'sites' | 'payors'>,
): Sql {
  return sql`select ${namedOf(visitsHaving(scope, text, found))}`;
}

/**
 * The condition that some searched column of the row has the text. Not one `or` over the joined tables, for which no
 * index helps (docs/decisions/0017): each table is asked for the rows of its own that have it, and the row for
 * pointing at one of them. They are named, so that PostgreSQL knows how many there are when it plans; it would take the
 * rows of any payor for very many.
 */
export function searchCondition(
  route: BrowseRoute,
  scope: ProjectScope,
  text: string,
  found: SearchedTables,
): Sql {
  const table = baseTable(route);
  const ofPatient = pointsAt(`${table}.patient_uid`, found.patients, searched(scope, text).patients);
  if (table === 'visit') return anyOf([visitCondition(scope, text, found), ...ofPatient]);
  return anyOf([
    has(table, text),
    ...pointsAt(`${table}.visit_uid`, found.visits, visitsHaving(scope, text, found)),
    ...ofPatient,
  ]);
}
