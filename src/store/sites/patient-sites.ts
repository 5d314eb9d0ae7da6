// SQL text: sites are sorted by their latest visit, which is found by grouping.
import type { Executor } from '../database';
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
