/** The facilities of a patient: where visits were found, and what was requested there. */
import { assertPermission, projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { holdOf } from '../../domain/authorizations/authorization-term';
import type { Patient } from '../../domain/patients/patient';
import { isClosed } from '../../domain/projects/project';
import type {
  RecordRequest,
  RecordRequestKind,
  RequestTerms,
} from '../../domain/record-requests/record-request';
import type { Turnaround } from '../../domain/record-requests/turnaround';
import { clockIn } from '../../domain/time-zones';
import { listRecordRequests } from '../../store/record-requests/record-requests';
import { readTurnarounds } from '../../store/record-requests/turnarounds';
import { listVisitedSites, type VisitedSite } from '../../store/sites/patient-sites';
import { resource, type Change } from '../change';
import { memberChangeOf, readVisiblePatient } from '../patients/member-patients';
import type { Reading } from '../reading';
import { importRecordRequests } from './record-requests';

/** The most facilities and record requests that are looked at. */
const facilitiesMax = 500;
const requestsMax = 1_000;

/** A facility of a patient. */
export interface PatientFacility {
  readonly siteUid: string;
  readonly name: string;
  /** Where the patient was seen; `undefined` for a facility that is only requested from. */
  readonly visited: VisitedSite | undefined;
  /** The latest request of each kind. */
  readonly requests: ReadonlyMap<RecordRequestKind, RecordRequest>;
}

/** A patient with their facilities. */
export interface ViewedFacilities {
  readonly patient: Patient;
  readonly isClosed: boolean;
  /** Whether the authorization would block new requests. */
  readonly isHeld: boolean;
  /** Facilities that nothing is requested from first, then by the latest visit. */
  readonly facilities: readonly PatientFacility[];
  /** How long each facility took to answer, by `siteUid` (REQUEST-58). */
  readonly turnarounds: ReadonlyMap<string, Turnaround>;
}

function facilitiesOf(
  sites: readonly VisitedSite[],
  requests: readonly RecordRequest[],
): readonly PatientFacility[] {
  const names = new Map(requests.map(({ siteUid, submittedSiteName }) => [siteUid, submittedSiteName]));
  for (const { uid, name } of sites) names.set(uid, name);
  const facilities = [...new Set([...sites.map(({ uid }) => uid), ...names.keys()])].map(siteUid => ({
    siteUid,
    name: names.get(siteUid) ?? '',
    visited: sites.find(({ uid }) => uid === siteUid),
    // Oldest first, so that the latest one of a kind stays.
    requests: new Map(
      requests.filter(request => request.siteUid === siteUid).map(request => [request.kind, request]),
    ),
  }));
  return facilities.toSorted((a, b) => Number(a.requests.size > 0) - Number(b.requests.size > 0));
}

/**
 * Returns the facilities of a patient (CONSOLE-73): those of visits for a role with `ViewClinicalData`, and
 * those that records are requested from.
 * @throws Problem 403 without `ViewPatients` and `ViewRecordRequests`, 404
 */
export async function viewFacilities(reading: Reading, patientUid: string): Promise<ViewedFacilities> {
  const { db, principal, now } = reading;
  assertPermission(principal, 'ViewPatients');
  assertPermission(principal, 'ViewRecordRequests');
  const { patient, inProject } = await readVisiblePatient(reading, patientUid);
  reading.saw(resource('patient', patient));
  const { project } = inProject;
  const seesVisits = principal.permissions.has('ViewClinicalData');
  const sites = seesVisits ? await listVisitedSites(db, patient.uid, facilitiesMax) : [];
  const requests = await listRecordRequests(db, patient.uid, { after: undefined, limit: requestsMax });
  const facilities = facilitiesOf(sites, requests);
  const siteUids = facilities.map(({ siteUid }) => siteUid);
  return {
    patient,
    isClosed: isClosed(project),
    isHeld: holdOf(project, patient, clockIn(project.timeZone, now).day) !== null,
    facilities,
    turnarounds: await readTurnarounds(db, projectScopeOf(principal), siteUids, now),
  };
}

/**
 * Requests kinds of records of all dates from a facility, as the API does. A kind that was requested for the
 * same dates and not canceled isn't requested again, so a form that is sent twice requests once.
 * @returns the new requests
 * @throws Problem 403 without `ManageRecordRequests`, 404; as `importRecordRequests`
 */
export async function requestFromFacility(
  change: Change<ConsolePrincipal>,
  patientUid: string,
  {
    siteUid,
    kinds,
    terms,
  }: { readonly siteUid: string; readonly kinds: readonly RecordRequestKind[]; readonly terms: RequestTerms },
): Promise<RecordRequest[]> {
  const { patientId, inProject } = await memberChangeOf(change, 'ManageRecordRequests', patientUid);
  return importRecordRequests(inProject, patientId, {
    site: { id: siteUid },
    kinds: Object.fromEntries(kinds.map(kind => [kind, true])),
    startDateOfService: null,
    endDateOfService: null,
    ...terms,
  });
}
