/** The form that requests records of a patient, for a member of the console. */
import { assertPermission, projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { holdOf } from '../../domain/authorizations/authorization-term';
import type { Patient } from '../../domain/patients/patient';
import { notFound, Problem } from '../../domain/problem';
import { assertOpen, isClosed } from '../../domain/projects/project';
import { missingKinds, repeatOf } from '../../domain/record-requests/missing-records';
import type { RecordRequest, RecordRequestKind } from '../../domain/record-requests/record-request';
import type { Turnaround } from '../../domain/record-requests/turnaround';
import { clockIn } from '../../domain/time-zones';
import type { RecordRequestForm } from '../../forms/record-request-form';
import { lockPatient } from '../../store/patients/patients';
import { findNewestRequestUid, listAskedOfSite } from '../../store/record-requests/record-requests';
import { readTurnarounds } from '../../store/record-requests/turnarounds';
import { listSitesOfPatient, type PatientSite } from '../../store/sites/patient-sites';
import { findSite, siteTenantOf } from '../../store/sites/sites';
import { resource, type Change } from '../change';
import { memberChangeOf, readVisiblePatient } from '../patients/member-patients';
import type { ProjectReading, Reading } from '../reading';
import { getRecordRequest } from './lookup';
import { createRecordRequests, listLikelyDuplicates } from './record-requests';

/** The most facilities of a patient that are offered. Others are entered by address. */
export const facilitiesMax = 100;

/** An ended request to repeat, and the patient's requests to the same facility. */
export interface AskRepeated {
  readonly request: RecordRequest;
  /** The kinds of records to request again. */
  readonly kinds: readonly RecordRequestKind[];
  /** Oldest first. */
  readonly ofSite: readonly RecordRequest[];
}

/** The content of the form for a record request. */
export interface AskOffer {
  readonly patient: Pick<Patient, 'uid' | 'firstName' | 'lastNames'>;
  /**
   * Facilities where the patient was seen, latest first; none for a role without `ViewClinicalData`. The
   * facility of a request to repeat comes first.
   */
  readonly facilities: readonly PatientSite[];
  /** How long each took to answer, by its uid (REQUEST-58); none for a role without `ViewRecordRequests`. */
  readonly turnarounds: ReadonlyMap<string, Turnaround>;
  /** The latest request; `undefined` without one. */
  readonly newestUid: string | undefined;
  /** Whether the authorization would block the request. */
  readonly isHeld: boolean;
  /** Whether the project takes no more requests. */
  readonly isClosed: boolean;
  /** Absent for a form that repeats none. */
  readonly repeated?: AskRepeated;
}

/** @throws Problem 403 without `ViewRecordRequests`; 404 for a request that can't be repeated */
async function readRepeated(
  inProject: ProjectReading,
  patient: Patient,
  requestUid: string,
): Promise<AskRepeated> {
  assertPermission(inProject.principal, 'ViewRecordRequests');
  const ref = { patientId: patient.id, recordRequestId: requestUid };
  const request = await getRecordRequest(inProject, ref);
  if (repeatOf(request.status) === null) throw notFound('the record request has not ended');
  const ofSite = await listAskedOfSite(inProject.db, patient.uid, request.siteUid);
  return { request, ofSite, kinds: missingKinds(request, ofSite) };
}

/** Returns the facilities with that of a request first. */
async function withFacilityOf(
  { db, project }: ProjectReading,
  facilities: readonly PatientSite[],
  { siteUid, submittedSiteName }: RecordRequest,
): Promise<readonly PatientSite[]> {
  const others = facilities.filter(({ uid }) => uid !== siteUid);
  const site = (await findSite(db, siteTenantOf(project), siteUid))?.site;
  return site === undefined ? facilities : [{ ...site, name: submittedSiteName }, ...others];
}

async function turnaroundsFor(
  { db, principal, now }: Reading,
  facilities: readonly PatientSite[],
): Promise<AskOffer['turnarounds']> {
  if (!principal.permissions.has('ViewRecordRequests')) return new Map();
  const siteUids = facilities.map(({ uid }) => uid);
  return readTurnarounds(db, projectScopeOf(principal), siteUids, now);
}

/**
 * Returns the form content for requesting a patient's records.
 * @param repeatedUid an ended request of the patient to prefill the form from (CONSOLE-116)
 * @throws Problem 403 without `ViewPatients` and `ManageRecordRequests`, or to repeat a request without
 * `ViewRecordRequests`; 404
 */
export async function offerToAsk(
  reading: Reading,
  patientUid: string,
  repeatedUid?: string,
): Promise<AskOffer> {
  const { db, principal, saw } = reading;
  assertPermission(principal, 'ViewPatients');
  assertPermission(principal, 'ManageRecordRequests');
  const { patient, inProject } = await readVisiblePatient(reading, patientUid);
  const { project } = inProject;
  saw(resource('patient', patient));
  const repeated =
    repeatedUid === undefined ? undefined : await readRepeated(inProject, patient, repeatedUid);
  const seesVisits = principal.permissions.has('ViewClinicalData');
  const visited = seesVisits ? await listSitesOfPatient(db, patient.uid, facilitiesMax) : [];
  const facilities = repeated ? await withFacilityOf(inProject, visited, repeated.request) : visited;
  return {
    patient,
    facilities,
    turnarounds: await turnaroundsFor(reading, facilities),
    newestUid: await findNewestRequestUid(db, patient.uid),
    isHeld: holdOf(project, patient, clockIn(project.timeZone, reading.now).day) !== null,
    isClosed: isClosed(project),
    ...(repeated === undefined ? {} : { repeated }),
  };
}

/** What the form showed. */
export interface SeenAsk {
  readonly patientUid: string;
  /** The latest request. */
  readonly newestUid: string | undefined;
  /** The earlier requests that were listed. */
  readonly listedUids: readonly string[];
}

/** The result of the form: new requests, or those that it would likely repeat, oldest first. */
export type AskResult =
  | { readonly kind: 'requested' }
  | { readonly kind: 'duplicates'; readonly requests: readonly RecordRequest[] };

/**
 * Requests records of a patient from a facility (CONSOLE-47), as the API does. Submitting a form twice
 * requests once. Requests that it would likely repeat are returned instead, unless the form listed them, or
 * the member can't see them (CONSOLE-117).
 * @throws Problem 403 without `ManageRecordRequests`, 404, `console.formStale` if something was requested
 * since; as `createRecordRequests`
 */
export async function askForSeen(
  change: Change<ConsolePrincipal>,
  { patientUid, newestUid, listedUids }: SeenAsk,
  form: RecordRequestForm,
): Promise<AskResult> {
  const { patientId, inProject } = await memberChangeOf(change, 'ManageRecordRequests', patientUid);
  assertOpen(inProject.project);
  // The patient is locked, so that of the same form submitted twice at once, the second sees the first one's
  // request.
  const patient = await lockPatient(change.tx, inProject.project.uid, patientId);
  if (patient === undefined) throw notFound('the project has no such patient');
  if ((await findNewestRequestUid(change.tx, patient.uid)) !== newestUid)
    throw new Problem('console.formStale');
  const { permissions } = change.principal;
  const seesRequests = permissions.has('ViewPatients') && permissions.has('ViewRecordRequests');
  const duplicates = seesRequests ? await listLikelyDuplicates(inProject, patientId, form) : [];
  const unlisted = duplicates.find(({ uid }) => !listedUids.includes(uid));
  if (unlisted !== undefined) {
    await change.auditLook(resource('recordRequest', unlisted), { as: 'recordRequest.read' });
    return { kind: 'duplicates', requests: duplicates };
  }
  await createRecordRequests(inProject, patientId, form);
  return { kind: 'requested' };
}
