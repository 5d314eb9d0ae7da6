import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { BrowseRoute } from '../catalogue/routes';
import { hasPart } from './filter-condition';
import { Parameter, prepare, scopeParameters, type Prepared } from './parameter';
import type { SearchedTables } from './searched-tables';
import type { BrowseShape, HavingShape } from './shape';
import { baseTable } from './table-of';
import { visibleProjects } from './tenant';

/** The most rows of a table that are named. */
export const namedMax = 1_000;

type SearchShape = NonNullable<BrowseShape['search']>;

const text = new Parameter(({ query }) => query.search);

function namedIn(table: keyof SearchedTables): Parameter {
  return new Parameter(({ searched }) => searched[table]);
}

/** The rows of a table that have the text, those of the tenant. */
interface RowsHaving {
  /** Their uids, where they are named. */
  readonly uids: Parameter;
  /** All of them. */
  readonly rows: Sql;
}

const having = {
  sites: {
    uids: namedIn('sites'),
    rows: sql`select site.uid from site where site.company_uid = ${scopeParameters.companyUid}::uuid and site.environment = ${scopeParameters.environment} and ${hasPart('site', text)}`,
  },
  payors: { uids: namedIn('payors'), rows: sql`select payor.uid from payor where ${hasPart('payor', text)}` },
  patients: {
    uids: namedIn('patients'),
    rows: sql`select patient.uid from patient where (patient.project_uid = any(array(${visibleProjects()}))) and ${hasPart('patient', text)}`,
  },
};
const visitUids = namedIn('visits');

/**
 * What a statement does with the rows that a search matches. One that shows some `inOrder` is planned with the uids that were
 * found, since it depends on their number whether the rows are read in order until there are enough. One that reads `all` need not
 * be: to plan a hundred uids takes 2 ms, more than to read their rows.
 */
export type Reading = 'inOrder' | 'all';

/** What a condition on a column is, that points at one of the rows; none where there is none. */
function pointsAt(column: string, found: HavingShape, { uids, rows }: RowsHaving, reading: Reading): Sql[] {
  if (found === 'none') return [];
  if (found === 'many') return [sql`${raw(column)} = any(array(${rows}))`];
  return [
    reading === 'all'
      ? sql`${raw(column)} = any(array(select unnest(${uids}::uuid[])))`
      : sql`${raw(column)} = any(${uids}::uuid[])`,
  ];
}

function anyOf(conditions: readonly Sql[]): Sql {
  return sql`(${join([...conditions], ' or ')})`;
}

type SearchedOfVisit = Pick<SearchShape, 'sites' | 'payors'>;

/** The condition that a visit has the text, or its site or payor. */
function visitCondition(found: SearchedOfVisit, reading: Reading): Sql {
  return anyOf([
    hasPart('visit', text),
    ...pointsAt('visit.site_uid', found.sites, having.sites, reading),
    // Few, and each of very many rows: how many is always worth knowing.
    ...pointsAt('visit.payor_uid', found.payors, having.payors, 'inOrder'),
  ]);
}

function visitsHaving(found: SearchedOfVisit): Sql {
  return sql`select visit.uid from visit where visit.company_uid = ${scopeParameters.companyUid}::uuid and ${visitCondition(found, 'inOrder')}`;
}

/** At most so many of the uids, and one more where there are more. */
function namedOf(uids: Sql): Sql {
  return sql`array(${uids} limit ${raw(String(namedMax + 1))})::text[]`;
}

/** Reads what is found of sites, payors and patients: an array of uids each. */
export const searchTables: Prepared = prepare(
  sql`select ${namedOf(having.sites.rows)}, ${namedOf(having.payors.rows)}, ${namedOf(having.patients.rows)}`,
);

/** Reads what is found of visits: an array of uids. */
export function searchVisits(found: SearchedOfVisit): Prepared {
  return prepare(sql`select ${namedOf(visitsHaving(found))}`);
}

/**
 * The condition that some searched column of the row has the text. Not one `or` over the joined tables, for which no
 * index helps (docs/decisions/0017): each table is asked for the rows of its own that have it, and the row for
 * pointing at one of them. They are named, so that PostgreSQL knows how many there are when it plans; it would take the
 * rows of any payor for very many.
 */
export function searchCondition(route: BrowseRoute, found: SearchShape, reading: Reading): Sql {
  const table = baseTable(route);
  const ofPatient = pointsAt(`${table}.patient_uid`, found.patients, having.patients, reading);
  if (table === 'visit') return anyOf([visitCondition(found, reading), ...ofPatient]);
  const visits = { uids: visitUids, rows: visitsHaving(found) };
  return anyOf([
    hasPart(table, text),
    ...pointsAt(`${table}.visit_uid`, found.visits, visits, reading),
    ...ofPatient,
  ]);
}
