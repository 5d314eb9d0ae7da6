import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { BrowseRoute } from '../catalogue/routes';
import { likePattern } from './filter-condition';
import type { ProjectSet } from './tenant';

/**
 * The condition that some searched column of the row has the text. Not one `or` over the joined tables, for which no
 * index helps (docs/decisions/0017): each table is asked for the rows of its own that have it, and the row for
 * pointing at one of them.
 */
export function searchCondition(
  { base, blocks }: BrowseRoute,
  text: string,
  { companyUid, projects }: { readonly companyUid: string; readonly projects: ProjectSet },
): Sql {
  const has = (table: string): Sql => sql`${raw(table)}.search_text like ${likePattern(text)}`;
  const pointsAt = (column: string, found: Sql): Sql => sql`${raw(column)} = any(array(${found}))`;
  const table = blocks[base]?.table ?? base;
  const ofVisit = [
    has('visit'),
    pointsAt('visit.site_uid', sql`select site.uid from site where ${has('site')}`),
    pointsAt('visit.payor_uid', sql`select payor.uid from payor where ${has('payor')}`),
  ];
  const ofPatient = pointsAt(
    `${table}.patient_uid`,
    sql`select patient.uid from patient where ${projects.holds('patient.project_uid')} and ${has('patient')}`,
  );
  const own =
    table === 'visit'
      ? ofVisit
      : [
          has(table),
          pointsAt(
            `${table}.visit_uid`,
            sql`select visit.uid from visit where visit.company_uid = ${companyUid}::uuid and (${join(ofVisit, ' or ')})`,
          ),
        ];
  return sql`(${join([...own, ofPatient], ' or ')})`;
}
