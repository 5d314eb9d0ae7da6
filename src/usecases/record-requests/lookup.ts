import type { Patient } from '../../domain/patients/patient';
import { notFound } from '../../domain/problem';
import { assertOpen, isSandbox, type Project } from '../../domain/projects/project';
import {
  outreach,
  type RecordRequest,
  type RecordRequestStatus,
} from '../../domain/record-requests/record-request';
import { standingOf, type RecordRequestStanding } from '../../domain/record-requests/standing';
import { clockIn } from '../../domain/time-zones';
import type { Partners } from '../../partners/partners';
import type { Executor } from '../../store/database';
import { findPatientByUid } from '../../store/patients/patients';
import { findLatestPacket } from '../../store/record-requests/packets';
import { findRecordRequest, lockRecordRequestByUid } from '../../store/record-requests/record-requests';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, type ProjectChange, type FileParts } from '../change';
import type { ProjectReading } from '../reading';

/** The reference to a record request, as in a path. */
export interface RecordRequestRef {
  readonly patientId: string;
  readonly recordRequestId: string;
}

const noRequest = 'the patient has no such record request';

/** @throws Problem 404 if the project's patient has no such record request */
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
 * Locks the path's record request until the transaction ends, so that writes to it and its files are
 * sequential.
 * @throws Problem `project.closed`, 404 if the project's patient has no such record request
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

/** The stage of a request, with what it was decided on. */
export interface Standing {
  readonly project: Project;
  readonly patient: Patient;
  readonly standing: RecordRequestStanding;
}

/**
 * Returns the stage of a request at an instant, from the database. A caller that acts on it holds the lock.
 */
export async function readStanding(executor: Executor, request: RecordRequest, at: Date): Promise<Standing> {
  const patient = await findPatientByUid(executor, request.patientUid);
  if (patient === undefined) throw new Error('a record request references a missing patient');
  const project = await getProjectByUid(executor, request.projectUid);
  const isPacket = request.channel === outreach;
  const packet = isPacket ? await findLatestPacket(executor, request.uid) : undefined;
  const facts = {
    project,
    authorization: patient,
    answerBy: packet?.answerBy ?? null,
    companyDay: clockIn(project.timeZone, at).day,
  };
  return { project, patient, standing: standingOf(request, facts) };
}

/** The progress of a record request, as reported to its workflow. */
export type RecordRequestProgress =
  | RecordRequestStatus
  | 'gone'
  | 'waitsForApproval'
  /** The authorization has expired or was revoked. */
  | 'waitsForAuthorization'
  /** A correction of the patient put its facility in doubt. */
  | 'waitsForConfirmation'
  | 'waitsForOperator'
  /** No system accepts it, so its packet must be assembled. */
  | 'toBePacked'
  /** Its packet is ready for operators to send. */
  | 'packetReady'
  /** Its packet was sent, and the facility has time to answer. */
  | 'waitsForFacility';

/** Returns the progress of a request for its workflow. */
export function progressOf(
  { status, channel, channelFault, isHeldByCorrection }: RecordRequest,
  { project, standing }: Pick<Standing, 'project' | 'standing'>,
): RecordRequestProgress {
  if (standing === 'heldForApproval') return 'waitsForApproval';
  if (standing === 'heldByExpiry' || standing === 'heldByRevocation') return 'waitsForAuthorization';
  if (standing === 'heldByCorrection') return 'waitsForConfirmation';
  if (standing === 'withFacility' && channel === outreach) return 'waitsForFacility';
  // Reviewed every hour like others that were sent, so that it continues once its channel can be asked again.
  if (channelFault !== null && !isHeldByCorrection) return status;
  // For partial returns and denials the status is the progress: a chart must be built, or someone else is
  // waited for.
  const isItsProgress = status === 'NeedToReviewResults' || status === 'AuthDenied';
  const isOperators = standing === 'withOperator' && !isSandbox(project) && !isItsProgress;
  return isOperators ? 'waitsForOperator' : status;
}

/** The dependencies of record requests, besides the database. */
export type WorkParts = FileParts & { readonly partners: Partners };

/** The progress of a request, and its number of moves when it was reviewed. */
export interface SentRecordRequest {
  readonly progress: RecordRequestProgress;
  readonly sequence: number;
  /** Whether files arrived that must be read. */
  readonly isToBeRead?: boolean;
}

/** A request whose facility must be asked again, or whose files must be read. */
export interface AskedAgain {
  readonly progress: RecordRequestProgress;
  readonly askAgainAfterMs: number | undefined;
  /** Absent in results from before files were read. */
  readonly isToBeRead?: boolean;
}
