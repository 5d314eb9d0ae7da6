import { judgeServiceDates } from '../../domain/auth-checks/judge-service-dates';
import type { Verdict } from '../../domain/auth-checks/verdict';
import type { Project } from '../../domain/projects/project';
import { purposeOfUse } from '../../domain/purposes/purpose-of-use';
import { withDisplayFolders } from '../../domain/record-requests/file-folder';
import type { Note } from '../../domain/record-requests/note';
import type { Contact } from '../../domain/record-requests/contact';
import type { Fee } from '../../domain/record-requests/fees';
import { contactsMax, notesMax } from '../../domain/record-requests/limits';
import { packetDue, type PacketDue } from '../../domain/record-requests/packet';
import {
  moveByHand,
  type RecordRequestStatus,
  type RecordRequest,
} from '../../domain/record-requests/record-request';
import { requestProgressOf, type RequestProgress } from '../../domain/record-requests/request-progress';
import { waitOf, standingOf, type RecordRequestWait } from '../../domain/record-requests/standing';
import type { TimelineStep } from '../../domain/record-requests/timeline';
import { clockIn, momentIn } from '../../domain/time-zones';
import { findPatientAuthCheck } from '../../store/auth-checks/auth-checks';
import type { Executor } from '../../store/database';
import { listStoredFiles, type StoredFile } from '../../store/files/stored-files';
import { findPatientByUid } from '../../store/patients/patients';
import { countUnreleased } from '../../store/record-requests/chart-checks';
import { listContacts } from '../../store/record-requests/contacts';
import { listFees } from '../../store/record-requests/fees';
import { listNotes } from '../../store/record-requests/notes';
import { findLatestPacket, type RequestPacket } from '../../store/record-requests/packets';
import { listAllRecordRequests, type ListedRecordRequest } from '../../store/record-requests/record-requests';
import { listSteps } from '../../store/record-requests/steps';
import { findSite, siteTenantOf, type StoredSite } from '../../store/sites/sites';
import { getCompanyTimeZone } from '../../store/tenants/tenants';
import { actorOf, resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import {
  auditedCompany,
  getOperatorsRecordRequest,
  lockOperatorsRecordRequest,
  type OperatorsRecordRequest,
  type RecordRequestRef,
} from '../operators';
import { readStanding } from './lookup';
import { discloseRequest, commitMove, signalRecordRequests } from './moves';
import { attachableAreas } from '../files/operator-files';
import { keepAnswer } from '../files/returned-charts';

/** A record request in an operator's list. */
export type InspectedRecordRequest = Omit<ListedRecordRequest, 'sendBy' | 'answerBy'> & {
  readonly waitsFor: RecordRequestWait | null;
  /** When its packet must be sent, or answered. */
  readonly due: PacketDue | null;
};

/** The filter of an operator's list of record requests. */
export interface RecordRequestListing {
  readonly companyId: string | undefined;
  readonly status: RecordRequestStatus | undefined;
  /** Only those that wait for operators. */
  readonly isForOperator: boolean;
  /** Of those, only the ones whose packet is ready to be sent. */
  readonly isToSend: boolean;
  /** The request after which the list starts. */
  readonly afterUid: string | undefined;
  readonly limit: number;
}

/** Lists record requests of all companies, oldest first. @throws OperatorError for an unknown company */
export async function inspectRecordRequests(
  change: OperatorChange,
  { companyId, status, isForOperator, isToSend, afterUid, limit }: RecordRequestListing,
): Promise<InspectedRecordRequest[]> {
  const company = await auditedCompany(change.tx, companyId);
  const listed = await listAllRecordRequests(change.tx, {
    companyUid: company?.uid,
    status,
    isForOperator,
    isToSend,
    now: change.now,
    afterUid,
    limit,
  });
  await change.auditLook(company);
  return listed.map(({ sendBy, answerBy, ...request }) => {
    const { projectStatus, purpose, authorizationMethod, timeZone } = request;
    const project = { status: projectStatus, purpose, authorizationMethod };
    const packet = sendBy === null || answerBy === null ? null : { sendBy, answerBy };
    const companyDay = clockIn(timeZone, change.now).day;
    const facts = { project, authorization: request, answerBy, companyDay };
    const waitsFor = waitOf(standingOf(request, facts), project);
    return { ...request, waitsFor, due: packetDue(request, packet, companyDay) };
  });
}

/** A record request as an operator sees one. */
export interface RecordRequestOverview extends OperatorsRecordRequest {
  readonly waitsFor: RecordRequestWait | null;
  readonly site: StoredSite | undefined;
  /** The start of its timeline, at most {@link stepsShownMax} steps. */
  readonly steps: readonly TimelineStep[];
  /** All of them, oldest first. */
  readonly notes: readonly Note[];
  /** What the customer sees; `null` after its end. */
  readonly progress: RequestProgress | null;
  /** The contact log, oldest first. */
  readonly contacts: readonly Contact[];
  /** Oldest first. */
  readonly fees: readonly Fee[];
  /** Its latest packet that is ready or was sent. */
  readonly packet: RequestPacket | undefined;
  readonly due: PacketDue | null;
  /**
   * Whether the authorization covers its dates of service (CHECK-8); `null` if none is analyzed, or it can't
   * be read.
   */
  readonly datesOfService: Verdict | null;
  /** Files of every area, deliverables first, then those that aren't released, the combined chart last. */
  readonly files: readonly StoredFile[];
}

/** How many steps of the timeline an operator sees. */
const stepsShownMax = 100;

/** Judges the authorization on file for a request's dates. */
async function judgeDates({ tx, now }: OperatorChange, request: RecordRequest): Promise<Verdict | null> {
  const timeZone = await getCompanyTimeZone(tx, request.companyUid);
  const analysis = await findPatientAuthCheck(tx, request.patientUid);
  const isJudged = analysis?.verdicts?.authorizationType != null && analysis.extraction !== null;
  const on = clockIn(timeZone, now).day;
  return isJudged ? judgeServiceDates(analysis.extraction.data, request, on) : null;
}

/**
 * Returns a record request with its site and its files. @throws OperatorError as `getOperatorsRecordRequest`
 */
export async function inspectRecordRequest(
  change: OperatorChange,
  ref: RecordRequestRef,
): Promise<RecordRequestOverview> {
  const { project, request } = await getOperatorsRecordRequest(change.tx, ref);
  const { standing, patient } = await readStanding(change.tx, request, change.now);
  const files: StoredFile[] = [];
  for (const area of [...Object.values(attachableAreas), 'arrivals', 'held', 'combined'] as const)
    files.push(...withDisplayFolders(await listStoredFiles(change.tx, request.uid, area)));
  const found = await findSite(change.tx, siteTenantOf(project), request.siteUid);
  const steps = await listSteps(change.tx, request.uid, { after: undefined, limit: stepsShownMax });
  const notes = await listNotes(change.tx, request.uid, { after: undefined, limit: notesMax });
  const contacts = await listContacts(change.tx, request.uid, { after: undefined, limit: contactsMax });
  const fees = await listFees(change.tx, request.uid);
  const latest = await findLatestPacket(change.tx, request.uid);
  const isOfNow = request.status !== 'Submitted' || latest?.sequence === request.sequence;
  const packet = isOfNow ? latest : undefined;
  await change.auditLook(resource('recordRequest', request));
  return {
    project,
    request,
    site: found?.site,
    steps,
    notes,
    contacts,
    fees,
    files,
    packet,
    due: packetDue(request, packet ?? null, clockIn(project.timeZone, change.now).day),
    waitsFor: waitOf(standing, project),
    progress: requestProgressOf(standing, { request, project, patient, fees }),
    datesOfService: await judgeDates(change, request),
  };
}

/** A manual move of a request. */
export interface MoveByHand {
  readonly status: RecordRequestStatus;
  /** Confirms `Completed` although nothing was returned. */
  readonly isWithoutFiles?: boolean;
  /** The operator's reason; kept in the audit log. */
  readonly reason?: string | undefined;
  /** The reason for the customer, shown in the timeline. */
  readonly tell?: string | undefined;
}

async function assertDelivered(
  executor: Executor,
  request: RecordRequest,
  { status, isWithoutFiles = false, reason }: MoveByHand,
): Promise<void> {
  if (status !== 'Completed' || request.status === 'Completed') return;
  if (isWithoutFiles && reason !== undefined) return;
  const deliverables = await listStoredFiles(executor, request.uid, 'deliverables');
  const { arrivals } = await countUnreleased(executor, request.uid);
  if (deliverables.length + arrivals > 0) return;
  throw new OperatorError(
    'The record request has no deliverable. Attach the files from the site, or complete it without ' +
      'files and enter a reason.',
    { hint: 'Run `record-request attach`, or pass --without-files and --reason.' },
  );
}

/**
 * Rejects a move that would end a request while a file of it is held (REQUEST-36).
 * @throws OperatorError
 */
async function assertNoneHeld(
  executor: Executor,
  { uid, status: current }: RecordRequest,
  { status }: MoveByHand,
): Promise<void> {
  if (status === current || (status !== 'Completed' && status !== 'Partial')) return;
  const { held } = await countUnreleased(executor, uid);
  if (held > 0)
    throw new OperatorError(
      'A returned file names another person and is held. Release or reject it at the desk first.',
    );
}

/** Writes the audit row of a move; if it sends the request, with what is disclosed and why. */
async function auditMove(
  change: OperatorChange,
  project: Project,
  request: RecordRequest,
  { status, reason }: MoveByHand,
): Promise<void> {
  const subject = resource('recordRequest', request);
  const isSent = request.status === 'Submitted' && status === 'Processing';
  const patient = isSent ? await findPatientByUid(change.tx, request.patientUid) : undefined;
  const moved = { from: request.status, to: status };
  if (patient === undefined)
    return change.audit(subject, 'recordRequest.changeStatus', { status: moved }, reason);
  const under = purposeOfUse(project, patient);
  return discloseRequest(change, {
    event: 'recordRequest.changeStatus',
    project,
    patient,
    request,
    recipient: 'operator',
    under,
    reason,
    status: moved,
  });
}

/**
 * Moves a record request manually, as operators do for a facility that no channel reaches. Any status can
 * follow any other: a facility may take back its answer. A move to the current status changes nothing and
 * sends no event. A move that shows the files waits until those that just arrived are checked.
 * @returns the request as it is now: with its previous status if the move waits
 * @throws OperatorError for an unknown request, for a move that ends it while a file is held, and for
 * `Completed` without a deliverable, unless that is confirmed with a reason
 */
export async function changeRecordRequestStatus(
  change: OperatorChange,
  { companyId, recordRequestUid, ...move }: RecordRequestRef & MoveByHand,
): Promise<RecordRequest> {
  const { project, request } = await lockOperatorsRecordRequest(change.tx, { companyId, recordRequestUid });
  await assertNoneHeld(change.tx, request, move);
  await assertDelivered(change.tx, request, move);
  const actor = actorOf(change.principal);
  const kept = { status: move.status, reason: move.tell ?? null, actor };
  if (request.status !== move.status && (await keepAnswer(change, request, kept))) {
    const waits = { awaitsFiles: move.status };
    await change.audit(resource('recordRequest', request), 'recordRequest.changeStatus', waits, move.reason);
    return request;
  }
  await auditMove(change, project, request, move);
  if (request.status === move.status) return request;
  const moment = momentIn(project.timeZone, change.now);
  const moved = await commitMove(change, project, moveByHand(request, move.status, moment, move.tell));
  await signalRecordRequests(change, project, [moved]);
  return moved;
}
