/** Callers and the records they browse, drawn from the seeded database at run time. */
import type pg from 'pg';
import type { ProjectScope } from '../../src/domain/projects/project';

/** A caller, and records that the caller can see. */
export interface BrowseSample {
  readonly scope: ProjectScope;
  readonly projectId: string;
  readonly patientId: string;
  readonly patientUid: string;
  /** Ten patients of the project, if it has that many. */
  readonly patientIds: readonly string[];
  readonly visitId: string;
  readonly visitRef: string;
  readonly siteId: string;
  readonly payorKind: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly diagnosisCode: string;
  /** A word that few site names have. */
  readonly siteWord: string;
}

interface SampleRow extends Omit<BrowseSample, 'scope'> {
  readonly companyUid: string;
  readonly membershipUid: string;
  readonly seesAllProjects: boolean;
}

// Half of the callers see all projects, half only their granted ones. The choice is drawn with the patient:
// drawn in the join, it could differ for each member and exclude all members of a company.
const selectSamples = `
  with asked as (
    select p.*, j.id as project_id, m.uid as membership_uid, m.sees_all_projects
    from (select *, random() < 0.5 as by_all from patient order by random() limit $1::int * 3) p
    join project j on j.uid = p.project_uid and j.environment = 'production'
    join membership m on m.company_uid = p.company_uid and m.sees_all_projects = p.by_all
    where m.sees_all_projects or exists (
      select from membership_project mp where mp.membership_uid = m.uid and mp.project_uid = j.uid)
    limit $1::int
  )
  select a.company_uid as "companyUid", a.membership_uid as "membershipUid", a.sees_all_projects
    as "seesAllProjects",
    a.project_id as "projectId", a.id as "patientId", a.uid as "patientUid", ten.ids as "patientIds",
    v.uid as "visitId", v.ref as "visitRef", v.site_uid as "siteId", coalesce(y.kind, 'Medicare')
      as "payorKind",
    to_char(v.earliest_service_date - 180, 'YYYY-MM-DD') as "fromDate",
    to_char(v.earliest_service_date + 180, 'YYYY-MM-DD') as "toDate",
    coalesce(d.code, 'I10') as "diagnosisCode", w.word as "siteWord"
  from asked a
  cross join lateral (
    select array_agg(id) as ids from (
      select id from patient o where o.project_uid = a.project_uid order by o.created_at, o.uid
        limit 10) o) ten
  cross join lateral (select * from visit v where v.patient_uid = a.uid limit 1) v
  left join payor y on y.uid = v.payor_uid
  left join lateral (
    select code from diagnosis d where d.patient_uid = a.uid order by random() limit 1) d on true
  cross join (
    select array_agg(word) as words from (
      select split_part(name, ' ', 1) as word from site group by 1
      having length(split_part(name, ' ', 1)) >= 7 and count(*) <= greatest(3, (select count(*)
        from site) / 100)) as rare) rare
  cross join lateral (select rare.words[1 + floor(random() * cardinality(rare.words))::int] as word) w`;

/** Draws callers and what they browse, at most `count`. */
export async function drawSamples(owner: pg.Pool, count: number): Promise<readonly BrowseSample[]> {
  const { rows } = await owner.query<SampleRow>(selectSamples, [count]);
  if (rows.length === 0) throw new Error('The database has no patients to browse.');
  return rows.map(({ companyUid, membershipUid, seesAllProjects, ...sample }) => ({
    ...sample,
    scope: { companyUid, membershipUid, seesAllProjects, environment: 'production' },
  }));
}

// The smallest company with at least the wanted number of visits, seen by its administrator.
const selectLargeCompany = `
  select v.company_uid as "companyUid", m.uid as "membershipUid", m.sees_all_projects as "seesAllProjects"
  from visit v join project j on j.uid = v.project_uid and j.environment = 'production'
  join membership m on m.company_uid = v.company_uid and m.sees_all_projects
  group by 1, 2, 3 having count(*) >= $1 order by count(*) limit 1`;

/** Finds a caller who sees at least this many visits; undefined if no company has that many. */
export async function findLargeCompany(
  owner: pg.Pool,
  visits: number,
): Promise<BrowseSample['scope'] | undefined> {
  const { rows } = await owner.query<Omit<ProjectScope, 'environment'>>(selectLargeCompany, [visits]);
  return rows[0] && { ...rows[0], environment: 'production' };
}
