// SQL text: sites are sorted by their latest visit, which is found by grouping.
import type { Executor, Transaction } from '../database';
import { named } from '../named';

/** A site where a patient was seen. */
export interface PatientSite {
  readonly uid: string;
  readonly name: string;
  readonly addressLine1: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

const ofPatient = named<PatientSite, { patientUid: string; limit: number }>(`
  select s.uid, s.name, s.address_line_1 as "addressLine1", s.city, s.state, s.zip
  from (
    select v.site_uid, max(v.latest_service_date) as last_seen_on
    from visit v where v.patient_uid = :patientUid group by v.site_uid
  ) v join site s on s.uid = v.site_uid
  order by v.last_seen_on desc, s.name, s.uid limit :limit
`);

/** Lists the sites of a patient's visits, latest visit first. */
export async function listSitesOfPatient(
  executor: Executor,
  patientUid: string,
  limit: number,
): Promise<PatientSite[]> {
  return ofPatient.run(executor, { patientUid, limit });
}

const uids = named<{ uid: string }, { patientUid: string }>(
  'select distinct site_uid as uid from visit where patient_uid = :patientUid',
);

/** Returns the sites of all of a patient's visits. */
export async function siteUidsOfPatient(executor: Executor, patientUid: string): Promise<Set<string>> {
  return new Set((await uids.run(executor, { patientUid })).map(({ uid }) => uid));
}

const hold = named<never, { patientUid: string }>(`
  with recursive theirs as (
    select unnest(array[v.site_uid, v.named_site_uid]) as uid from visit v where v.patient_uid = :patientUid
    union
    select unnest(array[r.site_uid, r.named_site_uid]) from record_request r
    where r.patient_uid = :patientUid
    union
    select s.stands_for_uid from theirs t join site s on s.uid = t.uid
  )
  select from site where uid in (select uid from theirs) order by uid for key share
`);

/**
 * Holds the sites of a patient's visits and record requests, and those that stand for them, before a
 * transaction changes both and may store something at a site again: an operator's decision on a site locks it
 * before it moves them.
 */
export async function holdSitesOfPatient(tx: Transaction, patientUid: string): Promise<void> {
  await hold.run(tx, { patientUid });
}

/** A site where a patient was seen, with the visits there. */
export interface VisitedSite extends PatientSite {
  readonly visits: number;
  /** The first and the last day of the visits, `YYYY-MM-DD`. */
  readonly firstOn: string;
  readonly lastOn: string;
}

const visited = named<VisitedSite, { patientUid: string; limit: number }>(`
  select s.uid, s.name, s.address_line_1 as "addressLine1", s.city, s.state, s.zip,
    v.visits, v.first_on::text as "firstOn", v.last_on::text as "lastOn"
  from (
    select v.site_uid, count(*)::int as visits, min(v.earliest_service_date) as first_on,
      max(v.latest_service_date) as last_on
    from visit v where v.patient_uid = :patientUid group by v.site_uid
  ) v join site s on s.uid = v.site_uid
  order by v.last_on desc, s.name, s.uid limit :limit
`);

/** Lists the sites of a patient's visits with the visits there, latest visit first. */
export async function listVisitedSites(
  executor: Executor,
  patientUid: string,
  limit: number,
): Promise<VisitedSite[]> {
  return visited.run(executor, { patientUid, limit });
}
