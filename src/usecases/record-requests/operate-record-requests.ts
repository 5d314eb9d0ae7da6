import type { OperatorPrincipal } from '../../access/principal';
import { deliveryTeam } from '../../domain/actor';
import { judgeServiceDates } from '../../domain/auth-checks/judge-service-dates';
import type { Verdict } from '../../domain/auth-checks/verdict';
import { dayInUtc } from '../../domain/clinical/calendar-date';
import { isSandbox, type Project } from '../../domain/projects/project';
import { purposeOfUse } from '../../domain/purposes/purpose-of-use';
import { chartDocumentsFolder, withDisplayFolders } from '../../domain/record-requests/file-folder';
import { contentTypeOf, fileNameFault } from '../../domain/record-requests/file-name';
import { filesMax } from '../../domain/record-requests/files-max';
import { packetDue, type PacketDue } from '../../domain/record-requests/packet';
import {
  moveByHand,
  type RecordRequest,
  type RecordRequestStatus,
} from '../../domain/record-requests/record-request';
import type { Note } from '../../domain/record-requests/note';
import { notesMax } from '../../domain/record-requests/notes-max';
import type { TimelineStep } from '../../domain/record-requests/timeline';
import { standingOf, waitOf, type RecordRequestWait } from '../../domain/record-requests/standing';
import { recordRequestFileKey } from '../../files/key-layout';
import type { ObjectStore } from '../../files/object-store';
import { uuidv7 } from '../../platform/ids';
import type { Executor } from '../../store/database';
import { findPatientAuthCheck } from '../../store/auth-checks/auth-checks';
import { findPatientByUid } from '../../store/patients/patients';
import { listAllRecordRequests, type ListedRecordRequest } from '../../store/record-requests/record-requests';
import { listNotes } from '../../store/record-requests/notes';
import { listSteps } from '../../store/record-requests/steps';
import { findLatestPacket, type RequestPacket } from '../../store/record-requests/packets';
import { findSite, siteTenantOf, type StoredSite } from '../../store/sites/sites';
import {
  findFile,
  insertFile,
  listStoredFiles,
  readAreaFacts,
  type StoredFile,
} from '../../store/files/stored-files';
import { resource, runChange, type FileParts, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import {
  auditedCompany,
  getOperatorsRecordRequest,
  lockOperatorsRecordRequest,
  type OperatorsRecordRequest,
  type RecordRequestRef,
} from '../operators';
import { commitMove, signalRecordRequests } from './commit-record-request';
import { discloseRequest } from './disclose-request';
import { readStanding } from './read-standing';
import { removeFile } from './remove-file';
import { removeUnlessOnRecord } from './remove-unrecorded';
import { takeFileName } from './take-file-name';
import { renewChart, withdrawChart } from './withdraw-chart';

/** A record request in an operator's list. */
export type InspectedRecordRequest = Omit<ListedRecordRequest, 'sendBy' | 'answerBy'> & {
  readonly waitsFor: RecordRequestWait | null;
  /** Until when its packet is to be sent, or answered. */
  readonly due: PacketDue | null;
};

/** Which record requests an operator lists. */
export interface RecordRequestListing {
  readonly companyId: string | undefined;
  readonly status: RecordRequestStatus | undefined;
  /** Only those that wait for the delivery team. */
  readonly isForOperator: boolean;
  /** Of those, only the ones whose packet is ready to be sent. */
  readonly isToSend: boolean;
  /** The request after which it begins. */
  readonly afterUid: string | undefined;
  readonly limit: number;
}

/** Record requests over all companies, oldest first. @throws OperatorError for an unknown company */
export async function inspectRecordRequests(
  change: OperatorChange,
  { companyId, status, isForOperator, isToSend, afterUid, limit }: RecordRequestListing,
): Promise<InspectedRecordRequest[]> {
  const company = await auditedCompany(change.tx, companyId);
  const today = dayInUtc(change.now);
  const listed = await listAllRecordRequests(change.tx, {
    companyUid: company?.uid,
    status,
    isForOperator,
    isToSend,
    today,
    afterUid,
    limit,
  });
  await change.audit(company);
  return listed.map(({ sendBy, answerBy, ...request }) => {
    const { projectStatus, purpose, authorizationMethod, authorizationStatus } = request;
    const project = { status: projectStatus, purpose, authorizationMethod };
    const packet = sendBy === null || answerBy === null ? null : { sendBy, answerBy };
    const waitsFor = waitOf(standingOf(request, { project, authorizationStatus, answerBy, today }), project);
    return { ...request, waitsFor, due: packetDue(request, packet, today) };
  });
}

/** A record request as an operator sees one. */
export interface RecordRequestOverview extends OperatorsRecordRequest {
  readonly waitsFor: RecordRequestWait | null;
  readonly site: StoredSite | undefined;
  /** The first of its timeline, at most {@link stepsShownMax}. */
  readonly steps: readonly TimelineStep[];
  /** All of them, oldest first. */
  readonly notes: readonly Note[];
  /** Its latest packet that is ready or was sent. */
  readonly packet: RequestPacket | undefined;
  readonly due: PacketDue | null;
  /** Whether the authorization covers its dates (CHECK-8); `null` while none is analysed, or it cannot be read. */
  readonly datesOfService: Verdict | null;
  /** Of every area, deliverables first, the combined chart last. */
  readonly files: readonly StoredFile[];
}

/** How many steps of its timeline an operator is shown. */
const stepsShownMax = 100;

/** The areas to which an operator attaches files. */
export const attachableAreas = {
  deliverable: 'deliverables',
  document: 'documents',
  attachment: 'attachments',
} as const;
/** What a file is attached as. */
export type AttachedAs = keyof typeof attachableAreas;

/** Judges the authorization on file with a request. */
async function judgeDates({ tx, now }: OperatorChange, request: RecordRequest): Promise<Verdict | null> {
  const analysis = await findPatientAuthCheck(tx, request.patientUid);
  const isJudged = analysis?.verdicts?.authorizationType != null && analysis.extraction !== null;
  return isJudged ? judgeServiceDates(analysis.extraction.data, request, dayInUtc(now)) : null;
}

/** A record request with its site and its files. @throws OperatorError as `getOperatorsRecordRequest` */
export async function inspectRecordRequest(
  change: OperatorChange,
  ref: RecordRequestRef,
): Promise<RecordRequestOverview> {
  const { project, request } = await getOperatorsRecordRequest(change.tx, ref);
  const { standing } = await readStanding(change.tx, request, change.now);
  const files: StoredFile[] = [];
  for (const area of [...Object.values(attachableAreas), 'combined'] as const)
    files.push(...withDisplayFolders(await listStoredFiles(change.tx, request.uid, area)));
  const found = await findSite(change.tx, siteTenantOf(project), request.siteUid);
  const steps = await listSteps(change.tx, request.uid, { after: undefined, limit: stepsShownMax });
  const notes = await listNotes(change.tx, request.uid, { after: undefined, limit: notesMax });
  const latest = await findLatestPacket(change.tx, request.uid);
  const isOfNow = request.status !== 'Submitted' || latest?.sequence === request.sequence;
  const packet = isOfNow ? latest : undefined;
  await change.audit(resource('recordRequest', request));
  return {
    project,
    request,
    site: found?.site,
    steps,
    notes,
    files,
    packet,
    due: packetDue(request, packet ?? null, dayInUtc(change.now)),
    waitsFor: waitOf(standing, project),
    datesOfService: await judgeDates(change, request),
  };
}

/** Where a request is moved to by hand. */
export interface MoveByHand {
  readonly status: RecordRequestStatus;
  /** Whether `Completed` is meant although nothing came back. */
  readonly isWithoutFiles?: boolean;
  /** Why, in the operator's words; kept in the audit trail. */
  readonly reason?: string | undefined;
  /** Why, in words for the customer, who reads them in the timeline. */
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
  if (deliverables.length > 0) return;
  throw new OperatorError(
    'The record request has no deliverable: attach what came back by `record-request attach`. To complete it with nothing, say --without-files and why by --reason.',
  );
}

/** Writes the audit row of a move; of one that sends the request, with what leaves and why. */
async function auditMove(
  change: OperatorChange,
  project: Project,
  request: RecordRequest,
  { status, reason }: MoveByHand,
): Promise<void> {
  const subject = resource('recordRequest', request);
  const isSent = request.status === 'Submitted' && status === 'Processing';
  const patient = isSent ? await findPatientByUid(change.tx, request.patientUid) : undefined;
  if (patient === undefined) return change.audit(subject, undefined, undefined, reason);
  const under = purposeOfUse(project, patient);
  return discloseRequest(change, { project, patient, request, recipient: 'operator', under, reason });
}

/**
 * Moves a record request by hand, as the delivery team does for a facility that no channel reaches. Every
 * status can follow every other: a facility may take back what it said. A move to the status that it has
 * changes nothing and sends no event.
 * @throws OperatorError for a request that is not there, and for `Completed` without a deliverable, unless that is
 *   meant and said why
 */
export async function changeRecordRequestStatus(
  change: OperatorChange,
  { companyId, recordRequestUid, ...move }: RecordRequestRef & MoveByHand,
): Promise<RecordRequest> {
  const { project, request } = await lockOperatorsRecordRequest(change.tx, { companyId, recordRequestUid });
  await assertDelivered(change.tx, request, move);
  await auditMove(change, project, request, move);
  if (request.status === move.status) return request;
  const moved = await commitMove(change, project, moveByHand(request, move.status, change.now, move.tell));
  await signalRecordRequests(change, project, [moved]);
  return moved;
}

/** The most bytes of a file that is attached: images of a whole stay fit. */
export const attachedBytesMax = 5 * 1024 ** 3;

/** A file to attach. */
export interface FileToAttach {
  readonly as: AttachedAs;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** Whether it was asked for in several parts (FILE-21). */
  readonly isPartOfPlan: boolean;
  /** Whether the site was asked again for it (FILE-22). */
  readonly isNewReturn: boolean;
  /** Brings its bytes to a place in the store, once all is checked that can be checked before. */
  readonly bring: (storageKey: string, contentType: string) => Promise<void>;
}

function assertNameable({ as, fileName }: Pick<FileToAttach, 'as' | 'fileName'>): void {
  const fault = fileNameFault(fileName.normalize('NFC'));
  if (fault !== undefined) throw new OperatorError(`The name of the file ${fault}: give another by --name.`);
  // Its path stands beside those of `…/documents` and the like, which have no point.
  if (as === 'attachment' && !fileName.includes('.'))
    throw new OperatorError('The name of an attachment needs an ending, like .pdf: give another by --name.');
}

/** @throws OperatorError where this file cannot be attached to this request */
export async function assertAttachable(
  executor: Executor,
  { project, request }: OperatorsRecordRequest,
  file: Omit<FileToAttach, 'bring'>,
): Promise<void> {
  const { as, sizeBytes, isPartOfPlan, isNewReturn } = file;
  if (isSandbox(project))
    throw new OperatorError('On a sandbox project files are made up: stub data and real data must not meet.');
  if (as !== 'deliverable' && (isPartOfPlan || isNewReturn))
    throw new OperatorError('--part-of-plan and --new-return are for deliverables.');
  assertNameable(file);
  if (sizeBytes === 0) throw new OperatorError('The file is empty.');
  if (sizeBytes > attachedBytesMax)
    throw new OperatorError(`The file is larger than ${attachedBytesMax / 1024 ** 3} GiB: part it.`);
  const area = attachableAreas[as];
  const { files } = await readAreaFacts(executor, { recordRequestUid: request.uid, area });
  if (files >= filesMax)
    throw new OperatorError(
      `The record request has ${filesMax} files of this kind: put what is left into a ZIP.`,
    );
}

/** What the store says of the bytes of a file that was written. */
type WrittenFile = Pick<
  StoredFile,
  'uid' | 'storageKey' | 'contentType' | 'etag' | 'sizeBytes' | 'lastModifiedAt'
>;

async function recordAttached(
  change: OperatorChange,
  { uid: recordRequestUid, companyUid }: RecordRequest,
  { as, fileName, isPartOfPlan, isNewReturn }: Omit<FileToAttach, 'bring'>,
  written: WrittenFile,
): Promise<StoredFile> {
  const place = { recordRequestUid, area: attachableAreas[as] };
  const { latestReturn } = await readAreaFacts(change.tx, place);
  const named = await findFile(change.tx, place, fileName);
  if (named?.etag === written.etag && named.sizeBytes === written.sizeBytes)
    throw new OperatorError('The record request has this very file already (`record-request show`).');
  const stored: StoredFile = {
    ...written,
    ...place,
    companyUid,
    uploadedBy: deliveryTeam,
    offeredTo: null,
    offeredAt: null,
    fileName: await takeFileName(change.tx, place, fileName),
    folder: isPartOfPlan ? chartDocumentsFolder : null,
    returnNumber: Math.max(1, latestReturn + (isNewReturn ? 1 : 0)),
    createdAt: change.now,
  };
  await insertFile(change.tx, stored);
  return stored;
}

/**
 * Attaches a file that came back, that goes with a request, or that lies on the request itself. The bytes are stored first,
 * in parts, under a key of our own, and put on record in one transaction: until then nobody sees anything of it. A name that is
 * taken gets a number, but the same bytes under the same name are refused: so a repeat does no harm. The customer is told by the
 * status that follows, not by this.
 * @throws OperatorError for a request that is not there, a sandbox project, a name that is not allowed, an empty or too large
 *   file, one that changed while it was read, and one that is attached already
 */
export async function attachFile(
  parts: FileParts,
  principal: OperatorPrincipal,
  ref: RecordRequestRef,
  { bring, ...file }: FileToAttach,
): Promise<StoredFile> {
  const found = await getOperatorsRecordRequest(parts.db, ref);
  await assertAttachable(parts.db, found, file);
  const { uid: recordRequestUid, companyUid } = found.request;
  const uid = uuidv7(parts.clock.now());
  const contentType = contentTypeOf(file.fileName);
  const place = { companyUid, recordRequestUid, area: attachableAreas[file.as] };
  const storageKey = recordRequestFileKey(place, uid);
  try {
    await bring(storageKey, contentType);
    const object = await parts.files.head(storageKey);
    if (object?.sizeBytes !== file.sizeBytes)
      throw new OperatorError('The file changed while it was read: attach it when it is whole.');
    const act = { principal, requestId: null, event: 'recordRequest.attach' };
    return await runChange(parts, act, async change => {
      const locked = await lockOperatorsRecordRequest(change.tx, ref);
      await assertAttachable(change.tx, locked, file);
      const written = { ...object, uid, storageKey, contentType };
      const stored = await recordAttached(change, locked.request, file, written);
      if (stored.area === 'deliverables') await renewChart(change, locked.project, locked.request);
      await change.audit(resource('recordRequest', locked.request));
      return stored;
    });
  } catch (error) {
    await removeUnlessOnRecord(parts, uid, storageKey);
    throw error;
  }
}

/** A file that an operator takes away. */
export interface FileToDetach {
  readonly as: AttachedAs;
  readonly fileName: string;
  /** Why, in the operator's words; kept in the audit trail. */
  readonly reason?: string | undefined;
}

function noSuchFile(as: AttachedAs): OperatorError {
  return new OperatorError(
    `The record request has no ${as} of this name; \`record-request show\` tells its files.`,
  );
}

/**
 * Deletes a file of a record request for good, as its customer may: one that came to the wrong request must be gone at once.
 * @throws OperatorError for a request that is not there, and a file that it does not have
 */
export async function detachFile(
  change: OperatorChange,
  ref: RecordRequestRef,
  { as, fileName, reason }: FileToDetach,
): Promise<StoredFile['fileName']> {
  const { project, request } = await lockOperatorsRecordRequest(change.tx, ref);
  const place = { recordRequestUid: request.uid, area: attachableAreas[as] };
  const file = await findFile(change.tx, place, fileName);
  if (file === undefined) throw noSuchFile(as);
  await removeFile(change, file);
  if (file.area === 'deliverables') await withdrawChart(change, project, request);
  await change.audit(resource('recordRequest', request), undefined, undefined, reason);
  return file.fileName;
}

/** A URL, good for an hour, from which a file of a record request downloads. @throws OperatorError where there is none */
export async function inspectFile(
  change: OperatorChange,
  files: Pick<ObjectStore, 'presignDownload'>,
  ref: RecordRequestRef,
  { as, fileName }: Pick<FileToDetach, 'as' | 'fileName'>,
): Promise<string> {
  const { request } = await getOperatorsRecordRequest(change.tx, ref);
  const file = await findFile(
    change.tx,
    { recordRequestUid: request.uid, area: attachableAreas[as] },
    fileName,
  );
  if (file?.etag == null) throw noSuchFile(as);
  await change.audit(resource('recordRequest', request));
  return files.presignDownload(file.storageKey, file.fileName, change.now).url;
}
