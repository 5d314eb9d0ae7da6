import { dayInUtc } from '../../domain/clinical/calendar-date';
import type { Patient } from '../../domain/patients/patient';
import { notFound } from '../../domain/problem';
import { assertOpen, isSandbox, type Project } from '../../domain/projects/project';
import {
  outreach,
  type RecordRequest,
  type RecordRequestStatus,
} from '../../domain/record-requests/record-request';
import { standingOf, type RecordRequestStanding } from '../../domain/record-requests/standing';
import type { Partners } from '../../partners/partners';
import type { Executor } from '../../store/database';
import { findPatientByUid } from '../../store/patients/patients';
import { findLatestPacket } from '../../store/record-requests/packets';
import { findRecordRequest, lockRecordRequestByUid } from '../../store/record-requests/record-requests';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, type ProjectChange, type FileParts } from '../change';
import type { ProjectReading } from '../reading';

/** Where a record request is, as a path says it. */
export interface RecordRequestRef {
  readonly patientId: string;
  readonly recordRequestId: string;
}

const noRequest = 'the patient has no such record request';

/** @throws Problem 404 when the project's patient has no such record request */
export async function getRecordRequest(
  { db, project, saw }: ProjectReading,
  { patientId, recordRequestId }: RecordRequestRef,
): Promise<RecordRequest> {
  const request = await findRecordRequest(db, project.uid, patientId, recordRequestId);
  if (request === undefined) throw notFound(noRequest);
  saw(resource('recordRequest', request));
  return request;
}

/**
 * The record request of the path, locked until the transaction ends: what is written about it or its files
 * follows one another.
 * @throws Problem `project.closed`, 404 when the project's patient has no such record request
 */
export async function lockRecordRequest(
  { tx, project }: ProjectChange,
  { patientId, recordRequestId }: RecordRequestRef,
): Promise<RecordRequest> {
  assertOpen(project);
  const found = await findRecordRequest(tx, project.uid, patientId, recordRequestId);
  const request = found === undefined ? undefined : await lockRecordRequestByUid(tx, found.uid);
  if (request === undefined) throw notFound(noRequest);
  return request;
}

/** Where a request stands, with what that was decided on. */
export interface Standing {
  readonly project: Project;
  readonly patient: Patient;
  readonly standing: RecordRequestStanding;
}

/**
 * Where a request stands at an instant, by what is on file; the caller holds its lock where it acts on that.
 */
export async function readStanding(executor: Executor, request: RecordRequest, at: Date): Promise<Standing> {
  const patient = await findPatientByUid(executor, request.patientUid);
  if (patient === undefined) throw new Error('a record request points at a patient that is not there');
  const project = await getProjectByUid(executor, request.projectUid);
  const { authorizationStatus } = patient;
  const isPacket = request.channel === outreach;
  const packet = isPacket ? await findLatestPacket(executor, request.uid) : undefined;
  const facts = { project, authorizationStatus, answerBy: packet?.answerBy ?? null, today: dayInUtc(at) };
  return { project, patient, standing: standingOf(request, facts) };
}

/** Where a record request stands, as its workflow is told. */
export type RecordRequestProgress =
  | RecordRequestStatus
  | 'gone'
  | 'waitsForApproval'
  | 'waitsForOperator'
  /** No system takes it: its packet is to be made. */
  | 'toBePacked'
  /** Its packet is ready for the delivery team to send. */
  | 'packetReady'
  /** Its packet was sent, and the facility has time to answer. */
  | 'waitsForFacility';

/** Where a request stands in the words of its workflow. */
export function progressOf(
  { status, channel }: RecordRequest,
  { project, standing }: Pick<Standing, 'project' | 'standing'>,
): RecordRequestProgress {
  if (standing === 'heldForApproval') return 'waitsForApproval';
  if (standing === 'withFacility' && channel === outreach) return 'waitsForFacility';
  // What some came back for, or is denied, is told by its status: there is a chart to be made, or somebody
  // else to wait for.
  const isTold = status === 'NeedToReviewResults' || status === 'AuthDenied';
  const isOperators = standing === 'withOperator' && !isSandbox(project) && !isTold;
  return isOperators ? 'waitsForOperator' : status;
}

/** What record requests are worked with beside the database. */
export type WorkParts = FileParts & { readonly partners: Partners };

/** Where a request stands, and how often it had been moved when it was looked at. */
export interface SentRecordRequest {
  readonly progress: RecordRequestProgress;
  readonly sequence: number;
}

/** A request that its facility is to be asked for again. */
export interface AskedAgain {
  readonly progress: RecordRequestProgress;
  readonly askAgainAfterMs: number;
}
