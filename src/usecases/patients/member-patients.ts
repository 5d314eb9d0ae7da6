/** The patients that a member sees in the console, in all of their projects, and the changes to them. */
import { assertPermission, projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import type { Permission } from '../../domain/access/permissions';
import { deliveryTeam, theService } from '../../domain/actor';
import type { AuthCheck } from '../../domain/auth-checks/auth-check';
import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import type { Patient } from '../../domain/patients/patient';
import { linesOfRun, sentenceOf, timelineEvents, type ToldRun } from '../../domain/patients/patient-history';
import { notFound, Problem } from '../../domain/problem';
import { assertOpen, type Project } from '../../domain/projects/project';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { isRequested, type SearchKind } from '../../domain/searches/search';
import type { TrackingState } from '../../domain/tracking/tracking';
import type { Log } from '../../platform/log';
import { listTrailOf, type TrailEntry } from '../../store/audit/audit';
import { findPatientAuthCheck } from '../../store/auth-checks/auth-checks';
import type { Executor } from '../../store/database';
import type { Page } from '../../store/page';
import { findPatientByUid, lockPatient } from '../../store/patients/patients';
import { listSearchRuns } from '../../store/searches/search-runs';
import { findVisibleProjectByUid } from '../../store/tenants/projects';
import type { Change, FileParts, ProjectChange } from '../change';
import type { ProjectReading, Reading } from '../reading';
import { listSitesOfPatient, type PatientSite } from '../../store/sites/patient-sites';
import { listRecordRequests } from '../record-requests/record-requests';
import { trackingOfFound, trackRecord } from '../tracking';
import { noCondition } from '../version-condition';
import { makeAuthorizationForm, type WantedForm } from './authorization-forms';
import { offerAuthorizationDownload } from './offers';
import { changeSearchLevel, readAuthorization, readPatient } from './patients';

/**
 * Returns the patient with a uid, and their project.
 * @throws Problem 404 for a patient in a project that the member doesn't see, whatever the reason
 */
export async function findVisiblePatient(
  executor: Executor,
  principal: Reading['principal'],
  uid: string,
): Promise<{ readonly patient: Patient; readonly project: Project }> {
  const patient = await findPatientByUid(executor, uid);
  const scope = projectScopeOf(principal);
  const project = patient && (await findVisibleProjectByUid(executor, scope, patient.projectUid));
  if (patient === undefined || project === undefined) throw notFound('the member sees no such patient');
  return { patient, project };
}

/**
 * Like {@link findVisiblePatient}, with a reading of the project.
 * @throws Problem 404 for a patient in a project that the member doesn't see, whatever the reason
 */
export async function readVisiblePatient(
  reading: Reading,
  uid: string,
): Promise<{ readonly patient: Patient; readonly inProject: ProjectReading }> {
  const { patient, project } = await findVisiblePatient(reading.db, reading.principal, uid);
  return { patient, inProject: { ...reading, project } };
}

/** An event in a patient's timeline. */
export interface PatientStep {
  readonly occurredAt: Date;
  readonly sentence: string;
  readonly by: string;
}

/** The most events in a timeline. */
export const stepsMax = 50;

function byOf({ actorKind, userName }: TrailEntry): string {
  if (actorKind === 'operator') return deliveryTeam.name;
  return userName ?? theService.name;
}

/** Returns the latest events of both, latest first. */
function stepsOf(trail: readonly TrailEntry[], runs: readonly ToldRun[], withCounts: boolean): PatientStep[] {
  return [
    ...trail.map(entry => ({ occurredAt: entry.occurredAt, sentence: sentenceOf(entry), by: byOf(entry) })),
    ...runs.flatMap(run => linesOfRun(run, withCounts)).map(line => ({ ...line, by: theService.name })),
  ]
    .toSorted((a, b) => b.occurredAt.getTime() - a.occurredAt.getTime())
    .slice(0, stepsMax);
}

/** The most facilities that an authorization form offers. */
const facilitiesMax = 20;

/** A patient with the content of their page. */
export interface ViewedPatient {
  readonly patient: Patient;
  readonly project: Project;
  /** The analysis of the authorization on file, if there is one. */
  readonly analysis: AuthCheck | undefined;
  /** Latest first. */
  readonly steps: readonly PatientStep[];
  /** The facilities of the patient's visits, latest first; none for a member who may not see visits. */
  readonly facilities: readonly PatientSite[];
  /** Oldest first; `null` for a member who may not see them. */
  readonly requests: readonly RecordRequest[] | null;
  /** Whether the member follows the patient. */
  readonly following: TrackingState;
}

/**
 * Returns a patient as a member may see them, under the rules of the API's reads: one view, one audit row
 * (CONSOLE-39).
 * @param page of the record requests
 * @throws Problem 403 without `ViewPatients`, 404
 */
export async function viewPatient(
  parts: FileParts & { readonly log: Log },
  reading: Reading,
  uid: string,
  page: Page,
): Promise<ViewedPatient> {
  const { db, principal } = reading;
  assertPermission(principal, 'ViewPatients');
  const { patient: found, inProject } = await readVisiblePatient(reading, uid);
  const patient = await readPatient(parts, inProject, found.id);
  const seesRequests = principal.permissions.has('ViewRecordRequests');
  const trail = await listTrailOf(db, patient, timelineEvents(seesRequests), stepsMax);
  const runs = await listSearchRuns(db, patient.uid, stepsMax);
  return {
    patient,
    project: inProject.project,
    analysis: patient.authorizationEtag === null ? undefined : await findPatientAuthCheck(db, patient.uid),
    steps: stepsOf(trail, runs, principal.permissions.has('ViewClinicalData')),
    facilities: principal.permissions.has('ViewClinicalData')
      ? await listSitesOfPatient(db, patient.uid, facilitiesMax)
      : [],
    requests: seesRequests ? await listRecordRequests(inProject, patient.id, page) : null,
    following: await trackingOfFound(reading, { project: inProject.project, patient }),
  };
}

/**
 * Creates a URL for downloading the authorization on file.
 * @throws Problem 403 without `ViewPatients`; 404, also if none is on file; `service.unavailable` if the
 * store is down
 */
export async function openAuthorization(parts: FileParts, reading: Reading, uid: string): Promise<string> {
  assertPermission(reading.principal, 'ViewPatients');
  const { patient: found, inProject } = await readVisiblePatient(reading, uid);
  const { patient } = await readAuthorization(parts, inProject, found.id);
  const download = offerAuthorizationDownload(parts.files, patient, reading.now);
  if (download === undefined) throw notFound('no authorization of the patient is on file');
  return download.url;
}

/**
 * Returns a prefilled authorization for a member, as the API does (AUTH-29).
 * @throws Problem 403 without `ViewPatients`, 404, and as `makeAuthorizationForm`
 */
export async function makeSeenForm(reading: Reading, uid: string, wanted: WantedForm): Promise<Uint8Array> {
  assertPermission(reading.principal, 'ViewPatients');
  const { patient, inProject } = await readVisiblePatient(reading, uid);
  return makeAuthorizationForm(inProject, patient.id, wanted);
}

/** A member's change to a patient, as the API's use cases take it. */
export interface MemberPatientChange {
  readonly patientId: string;
  readonly inProject: ProjectChange;
}

/**
 * Returns a member's change in the project of a patient whom they see.
 * @throws Problem 403 without the permission, for any patient; 404 for a patient whom they don't see
 */
export async function memberChangeOf(
  change: Change<ConsolePrincipal>,
  permission: Permission,
  patientUid: string,
): Promise<MemberPatientChange> {
  assertPermission(change.principal, permission);
  const { patient, project } = await findVisiblePatient(change.tx, change.principal, patientUid);
  return { patientId: patient.id, inProject: { ...change, project, condition: noCondition } };
}

/**
 * Makes a member follow a patient or stop, as the API's tracking does (CONSOLE-107).
 * @throws Problem 403 without `ViewPatients`, 404
 */
export async function followSeenPatient(
  change: Change<ConsolePrincipal>,
  patientUid: string,
  isFollowed: boolean,
): Promise<TrackingState> {
  const { patientId, inProject } = await memberChangeOf(change, 'ViewPatients', patientUid);
  return trackRecord(inProject, { patientId }, isFollowed);
}

/** A search to switch, and the state that the form showed. */
export interface SearchSwitch {
  readonly kind: SearchKind;
  readonly isOn: boolean;
  /** The authorization status that the form showed: switching a search on may send it back to review. */
  readonly seenStatus: AuthorizationStatus;
}

/**
 * Switches one search of a patient on or off (CONSOLE-46), as the API does.
 * @throws Problem 403 without `ManagePatients`, 404, `project.closed`, `search.notAvailable`,
 * `console.formStale` if it is already switched, or the authorization status changed
 */
export async function switchSeenSearch(
  change: Change<ConsolePrincipal>,
  patientUid: string,
  { kind, isOn, seenStatus }: SearchSwitch,
): Promise<Patient> {
  const { patientId, inProject } = await memberChangeOf(change, 'ManagePatients', patientUid);
  assertOpen(inProject.project);
  const before = await lockPatient(change.tx, inProject.project.uid, patientId);
  if (before === undefined) throw notFound('the project has no such patient');
  if (isRequested(before.searches, kind) === isOn || before.authorizationStatus !== seenStatus)
    throw new Problem('console.formStale');
  return changeSearchLevel(inProject, patientId, { [kind]: isOn });
}
