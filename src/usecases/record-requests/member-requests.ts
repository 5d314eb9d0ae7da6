/** The record requests of a patient, as a member creates, sees and cancels them in the console. */
import { assertPermission } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { holdsSends } from '../../domain/authorizations/authorization-status';
import type { Patient } from '../../domain/patients/patient';
import { notFound, Problem } from '../../domain/problem';
import { isClosed, assertOpen, type Project } from '../../domain/projects/project';
import type { Note } from '../../domain/record-requests/note';
import { notesMax } from '../../domain/record-requests/limits';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import type { TimelineStep } from '../../domain/record-requests/timeline';
import type { RecordRequestForm } from '../../forms/record-request-form';
import type { StoredFile } from '../../store/files/stored-files';
import { lockPatient } from '../../store/patients/patients';
import { findNewestRequestUid } from '../../store/record-requests/record-requests';
import { listSitesOfPatient, type PatientSite } from '../../store/sites/patient-sites';
import { resource, type Change, type FileParts } from '../change';
import { findVisiblePatient, memberChangeOf, readVisiblePatient } from '../patients/member-patients';
import type { Reading, ProjectReading } from '../reading';
import { listDocuments } from './files';
import type { RecordRequestRef } from './lookup';
import { listNotes } from './notes';
import {
  createRecordRequests,
  cancelRecordRequest,
  readRecordRequest,
  readTimeline,
  type ReadRecordRequest,
} from './record-requests';

/** The most facilities of a patient that are offered; another one is named by its address. */
export const facilitiesMax = 100;

/** What the form of a record request is made of. */
export interface AskOffer {
  readonly patient: Pick<Patient, 'uid' | 'firstName' | 'lastNames'>;
  /** Where the patient was seen, the latest first; none for a role without `ViewClinicalData`. */
  readonly facilities: readonly PatientSite[];
  /** What was requested last; `undefined` where nothing was. */
  readonly newestUid: string | undefined;
  /** Whether the authorization would hold the request back. */
  readonly isHeld: boolean;
  /** Whether nothing is asked any more in the project. */
  readonly isClosed: boolean;
}

/**
 * What a member is offered who asks for a patient's records.
 * @throws Problem 403 without `ViewPatients` and `ManageRecordRequests`, 404
 */
export async function offerToAsk(reading: Reading, patientUid: string): Promise<AskOffer> {
  const { db, principal, saw } = reading;
  assertPermission(principal, 'ViewPatients');
  assertPermission(principal, 'ManageRecordRequests');
  const { patient, project } = await findVisiblePatient(db, principal, patientUid);
  saw(resource('patient', patient));
  const seesVisits = principal.permissions.has('ViewClinicalData');
  return {
    patient,
    facilities: seesVisits ? await listSitesOfPatient(db, patient.uid, facilitiesMax) : [],
    newestUid: await findNewestRequestUid(db, patient.uid),
    isHeld: holdsSends(project, patient.authorizationStatus),
    isClosed: isClosed(project),
  };
}

/** Whose records are asked for, and what had been requested last when the form was made. */
export interface SeenAsk {
  readonly patientUid: string;
  readonly newestUid: string | undefined;
}

/**
 * Asks a facility for records of a patient (CONSOLE-47), as the API does. A form that is sent twice asks
 * once.
 * @throws Problem 403 without `ManageRecordRequests`, 404, `console.formStale` where something was
 *   requested since; as `createRecordRequests`
 */
export async function askForSeen(
  change: Change<ConsolePrincipal>,
  { patientUid, newestUid }: SeenAsk,
  form: RecordRequestForm,
): Promise<RecordRequest[]> {
  const { patientId, inProject } = await memberChangeOf(change, 'ManageRecordRequests', patientUid);
  assertOpen(inProject.project);
  // Whoever requests holds the patient, so that of the same form sent twice at once the second finds what the
  // first has made.
  const patient = await lockPatient(change.tx, inProject.project.uid, patientId);
  if (patient === undefined) throw notFound('the project has no such patient');
  if ((await findNewestRequestUid(change.tx, patient.uid)) !== newestUid)
    throw new Problem('console.formStale');
  return createRecordRequests(inProject, patientId, form);
}

/**
 * Cancels a record request of a patient, as the API does.
 * @throws Problem 403 without `ManageRecordRequests`, 404; as `cancelRecordRequest`
 */
export async function cancelSeenRequest(
  change: Change<ConsolePrincipal>,
  { patientUid, recordRequestUid }: SeenRequestRef,
): Promise<RecordRequest> {
  const { patientId, inProject } = await memberChangeOf(change, 'ManageRecordRequests', patientUid);
  return cancelRecordRequest(inProject, { patientId, recordRequestId: recordRequestUid });
}

/** How many steps of its timeline a page shows, from the first on. */
export const timelineMax = 200;

/** A record request of a patient, by our uids of both. */
export interface SeenRequestRef {
  readonly patientUid: string;
  readonly recordRequestUid: string;
}

/** A record request with all that its page shows. */
export interface ViewedRecordRequest extends ReadRecordRequest {
  readonly project: Project;
  readonly documents: readonly StoredFile[];
  /** Oldest first. */
  readonly steps: readonly TimelineStep[];
  /** Oldest first. */
  readonly notes: readonly Note[];
}

/** @throws Problem 403 without `ViewRecordRequests`, 404 for a patient whom the member does not see */
async function placeOf(
  reading: Reading,
  { patientUid, recordRequestUid }: SeenRequestRef,
): Promise<{ readonly inProject: ProjectReading; readonly ref: RecordRequestRef }> {
  assertPermission(reading.principal, 'ViewRecordRequests');
  const { patient, inProject } = await readVisiblePatient(reading, patientUid);
  return { inProject, ref: { patientId: patient.id, recordRequestId: recordRequestUid } };
}

/**
 * A record request as a member may see it: what became of it, its files, its notes.
 * @throws Problem 403 without `ViewRecordRequests`, 404; `service.unavailable` when an upload is awaited
 *   and the store is away
 */
export async function viewRecordRequest(
  parts: FileParts,
  reading: Reading,
  seen: SeenRequestRef,
): Promise<ViewedRecordRequest> {
  const { inProject, ref } = await placeOf(reading, seen);
  const found = await readRecordRequest(inProject, ref);
  return {
    ...found,
    project: inProject.project,
    documents: await listDocuments(parts, inProject, ref),
    steps: await readTimeline(inProject, ref, { after: undefined, limit: timelineMax }),
    notes: await listNotes(inProject, ref, { after: undefined, limit: notesMax }),
  };
}

/** Where a page leads to a file: what came back, the chart made of it, or what was sent along. */
export const shownAreas = ['deliverables', 'combined', 'documents'] as const;
/** Such an area. */
export type ShownArea = (typeof shownAreas)[number];

async function filesIn(
  parts: FileParts,
  { inProject, ref }: Awaited<ReturnType<typeof placeOf>>,
  area: ShownArea,
): Promise<readonly StoredFile[]> {
  if (area === 'documents') return listDocuments(parts, inProject, ref);
  const { deliverables, chart } = await readRecordRequest(inProject, ref);
  if (area === 'deliverables') return deliverables;
  return chart === undefined ? [] : [chart];
}

/**
 * A fresh URL from which a file of a record request downloads, for a file that its page shows.
 * @throws Problem as {@link viewRecordRequest}
 */
export async function openRequestFile(
  parts: FileParts,
  reading: Reading,
  { area, fileUid, ...seen }: SeenRequestRef & { readonly area: ShownArea; readonly fileUid: string },
): Promise<string> {
  const files = await filesIn(parts, await placeOf(reading, seen), area);
  const file = files.find(({ uid }) => uid === fileUid);
  if (file === undefined) throw notFound('the record request shows no such file');
  return parts.files.presignDownload(file.storageKey, file.fileName, reading.now).url;
}
