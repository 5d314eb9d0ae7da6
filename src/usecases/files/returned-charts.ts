/** The check of returned files against the patient: what is read, what is released, and what is held. */
import type { Actor } from '../../domain/actor';
import { uidOf, type FromTo } from '../../domain/changes';
import type { DocumentSlots } from '../../documents/document-slots';
import { judgeChart, type JudgedChart } from '../../domain/record-requests/chart-identity';
import {
  hasDeliverables,
  isOpen,
  moveByHand,
  type RecordRequest,
  type RecordRequestStatus,
} from '../../domain/record-requests/record-request';
import type { PatientDetailName } from '../../domain/patients/details';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import { momentIn } from '../../domain/time-zones';
import { chartReadingLimits } from '../../reading/read-chart';
import type { Metrics } from '../../platform/metrics';
import type { Transaction } from '../../store/database';
import { findFileByUid, listStoredFiles, updateFile, type StoredFile } from '../../store/files/stored-files';
import { findPatientByUid, lockPatientByUid } from '../../store/patients/patients';
import {
  countUnreleased,
  deleteReturnedAnswer,
  findReturnedAnswer,
  listUnreadRequests,
  putChartCheck,
  putReturnedAnswer,
} from '../../store/record-requests/chart-checks';
import {
  findRecordRequestByUid,
  lockOpenOfPatient,
  lockRecordRequestByUid,
} from '../../store/record-requests/record-requests';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, runOwnChange, type Change, type FileParts } from '../change';
import { takeFileName } from './file-records';
import { progressOf, readStanding, type RecordRequestProgress } from '../record-requests/lookup';
import { commitMove, signalRecordRequests } from '../record-requests/moves';
import { readReturnedPages } from './returned-pages';

/** A status that a request gets from its facility, or from an operator who heard of it. */
interface KeptAnswer {
  readonly status: RecordRequestStatus;
  /** Shown to the customer. */
  readonly reason?: string | null;
  /** By default the facility. */
  readonly actor?: Actor;
}

function facilityOf({ siteUid: id, submittedSiteName: name }: RecordRequest): Actor {
  return { kind: 'facility', id, name };
}

/**
 * Keeps the answer of a facility until its files are checked, if one isn't released yet: a request isn't
 * completed before (REQUEST-36). The caller holds the lock of the request.
 * @returns whether it is kept; otherwise it takes effect now
 */
export async function keepAnswer(
  { tx, now }: Change,
  request: RecordRequest,
  { status, reason = null, actor = facilityOf(request) }: KeptAnswer,
): Promise<boolean> {
  const { uid: recordRequestUid, sequence } = request;
  if (!hasDeliverables(status)) return false;
  const { arrivals, held } = await countUnreleased(tx, recordRequestUid);
  if (arrivals + held === 0) return false;
  await putReturnedAnswer(tx, { recordRequestUid, sequence, status, reason, actor, createdAt: now });
  return true;
}

/**
 * Moves a request by the answer that its files held back: completely, once all of them are released; until
 * then to `NeedToReviewResults`, if some are held, so that operators and the customer see that it waits. The
 * caller holds the lock of the request.
 */
export async function settleAnswer(change: Change, request: RecordRequest): Promise<RecordRequest> {
  const { tx, now } = change;
  const waiting = await findReturnedAnswer(tx, request.uid);
  if (waiting === undefined) return request;
  if (waiting.sequence !== request.sequence || !isOpen(request.status)) {
    await deleteReturnedAnswer(tx, request.uid);
    return request;
  }
  const { arrivals, held } = await countUnreleased(tx, request.uid);
  if (arrivals > 0) return request;
  const status = held > 0 ? 'NeedToReviewResults' : waiting.status;
  if (held === 0) await deleteReturnedAnswer(tx, request.uid);
  const project = await getProjectByUid(tx, request.projectUid);
  const reason = held > 0 ? null : waiting.reason;
  const moved = await commitMove(
    change,
    project,
    moveByHand(request, status, momentIn(project.timeZone, now), reason),
    waiting.actor,
  );
  if (held > 0) await putReturnedAnswer(tx, { ...waiting, sequence: moved.sequence });
  return moved;
}

/**
 * Drops the answer of a request, because one of its files wasn't about the patient: operators go on with the
 * facility. The caller holds the lock of the request.
 */
export async function dropAnswer({ tx }: Pick<Change, 'tx'>, { uid }: RecordRequest): Promise<void> {
  await deleteReturnedAnswer(tx, uid);
}

/** Returns what an audit row says of a request's move; nothing without one. */
export function movedBy(
  { status: from }: RecordRequest,
  { status: to }: RecordRequest,
): { readonly status?: FromTo<RecordRequestStatus> } {
  return from === to ? {} : { status: { from, to } };
}

/** Makes a returned file a deliverable. The caller holds the lock of its record request. */
export async function releaseFile(tx: Transaction, file: StoredFile): Promise<void> {
  const place = { recordRequestUid: file.recordRequestUid, area: 'deliverables' } as const;
  await updateFile(tx, { ...file, ...place, fileName: await takeFileName(tx, place, file.fileName) });
}

/** What reading a file found. */
type ReadFile = JudgedChart & Pick<StoredFile, 'pages'>;

/** Reads a file. @returns no verdict without its bytes, or for a file that is larger than what is read */
async function judgeFile(
  { files }: Pick<FileParts, 'files'>,
  patient: Patient,
  { storageKey, contentType, sizeBytes, etag }: StoredFile,
  signal: AbortSignal,
): Promise<ReadFile> {
  const { bytes: bytesMax, dicomBytes } = chartReadingLimits;
  const unread: ReadFile = { verdict: 'notReadable', others: [], pages: null };
  const isDicom = contentType === 'application/dicom';
  if (!isDicom && sizeBytes > bytesMax) return unread;
  if ((await files.head(storageKey))?.etag !== etag) return unread;
  const bytes = isDicom
    ? await files.readStart(storageKey, dicomBytes)
    : await files.get(storageKey, bytesMax);
  const { pages, pageCount } = await readReturnedPages({ bytes, contentType }, signal);
  return { ...judgeChart(pages, patient), pages: pageCount };
}

/** The details that files are compared with. */
const comparedDetails = ['firstName', 'lastNames', 'dateOfBirth'] as const;

/** Whether the details of a patient that files are compared with differ. */
function isComparedOtherwise(before: Patient, after: Patient): boolean {
  return comparedDetails.some(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/**
 * Lets the held files of a patient be compared again, since who the patient is was corrected (REQUEST-35).
 * Their record requests' workflows read them. The caller holds the patient's lock.
 * @param changed the changed details
 */
export async function compareHeldAgain(
  change: Change,
  project: Project,
  patient: Pick<Patient, 'uid'>,
  changed: readonly PatientDetailName[],
): Promise<void> {
  if (!comparedDetails.some(name => changed.includes(name))) return;
  const { tx } = change;
  for (const request of await lockOpenOfPatient(tx, patient.uid)) {
    const held = await listStoredFiles(tx, request.uid, 'held');
    for (const file of held) {
      const place = { recordRequestUid: request.uid, area: 'arrivals' } as const;
      const fileName = await takeFileName(tx, place, file.fileName);
      await updateFile(tx, { ...file, ...place, fileName });
    }
    if (held.length > 0) await signalRecordRequests(change, project, [request]);
  }
}

/** @returns false if the patient was corrected meanwhile, so that the file must be compared again */
async function recordVerdict(
  change: Change,
  { uid }: StoredFile,
  { judged, patient }: { readonly judged: ReadFile; readonly patient: Patient },
): Promise<boolean> {
  const { tx, now } = change;
  // Locked before the request, as by a correction, which compares held files again.
  const current = await lockPatientByUid(tx, patient.uid);
  if (current !== undefined && isComparedOtherwise(patient, current)) {
    change.unaudited('the patient was corrected meanwhile');
    return false;
  }
  const found = await findFileByUid(tx, uid);
  const request = found && (await lockRecordRequestByUid(tx, found.recordRequestUid));
  // Again under the lock: another attempt may have been faster.
  const file = request && (await findFileByUid(tx, uid));
  if (request === undefined || file?.area !== 'arrivals' || file.etag === null) {
    change.unaudited('the file was removed, or checked in the meantime');
    return true;
  }
  const { verdict, others, pages } = judged;
  await putChartCheck(tx, { fileUid: uid, verdict, others, readAt: now, releasedAt: null });
  const stored = { ...file, etag: file.etag, pages };
  if (verdict === 'mismatch') {
    const area = 'held' as const;
    const place = { recordRequestUid: request.uid, area };
    await updateFile(tx, { ...stored, area, fileName: await takeFileName(tx, place, file.fileName) });
  } else await releaseFile(tx, stored);
  const settled = await settleAnswer(change, request);
  await change.audit(
    resource('recordRequest', request),
    verdict === 'mismatch' ? 'recordRequest.holdFile' : 'recordRequest.releaseFile',
    { file: uidOf(uid), verdict, ...movedBy(request, settled) },
  );
  return true;
}

/**
 * Reads a file, compares it with the patient, and releases or holds it; again, if the patient is corrected
 * meanwhile. @returns false without a patient
 */
async function checkFile(
  parts: FileParts & { readonly documentSlots: DocumentSlots },
  request: RecordRequest,
  file: StoredFile,
  signal: AbortSignal,
): Promise<boolean> {
  for (let isRecorded = false; !isRecorded;) {
    signal.throwIfAborted();
    const patient = await findPatientByUid(parts.db, request.patientUid);
    if (patient === undefined) return false;
    const judged = await parts.documentSlots.hold(request.companyUid, signal, () =>
      judgeFile(parts, patient, file, signal),
    );
    isRecorded = await runOwnChange(parts, 'record request', 'recordRequest.checkFile', change =>
      recordVerdict(change, file, { judged, patient }),
    );
  }
  return true;
}

/**
 * Reads the files of a request that arrived, compares each with the patient, and releases or holds it
 * (REQUEST-34, REQUEST-35). Each file is its own change, so a repeat continues with the rest.
 * @param signal ends the work
 * @returns the request's progress after it; `null` if it isn't sent yet, and so not moved by its files
 * @throws NoDocumentSlot, ReaderFault, and what the store throws: a retry may help
 */
export async function readReturned(
  parts: FileParts & { readonly documentSlots: DocumentSlots },
  { recordRequestUid }: { readonly recordRequestUid: string },
  signal: AbortSignal,
): Promise<RecordRequestProgress | null> {
  const { db, clock } = parts;
  const request = await findRecordRequestByUid(db, recordRequestUid);
  if (request === undefined) return 'gone';
  for (const file of await listStoredFiles(db, recordRequestUid, 'arrivals'))
    if (!(await checkFile(parts, request, file, signal))) return 'gone';
  const after = await findRecordRequestByUid(db, recordRequestUid);
  if (after?.status === 'Submitted') return null;
  return after === undefined ? 'gone' : progressOf(after, await readStanding(db, after, clock.now()));
}

/** Returns whether a request has files to be read. */
export async function hasArrivals(parts: Pick<FileParts, 'db'>, recordRequestUid: string): Promise<boolean> {
  return (await countUnreleased(parts.db, recordRequestUid)).arrivals > 0;
}

/** When an unread file is late: reading takes seconds. */
const lateMs = 15 * 60_000;
const lateMax = 100;

/**
 * Counts the returned files that wait for reading or for an operator, for the alarm, and signals the
 * workflows of those that are late.
 */
export async function watchReturned(
  parts: FileParts & { readonly metrics: Pick<Metrics, 'returnedFilesWaiting'> },
): Promise<void> {
  const { arrivals, held } = await countUnreleased(parts.db);
  parts.metrics.returnedFilesWaiting.set({ waits: 'reading' }, arrivals);
  parts.metrics.returnedFilesWaiting.set({ waits: 'operator' }, held);
  const before = new Date(parts.clock.now().getTime() - lateMs);
  for (const uid of arrivals === 0 ? [] : await listUnreadRequests(parts.db, before, lateMax))
    await runOwnChange(parts, 'record request', 'recordRequest.checkFile', async change => {
      const request = await findRecordRequestByUid(change.tx, uid);
      change.unaudited('a signal to read the files changes nothing');
      if (request === undefined) return;
      await signalRecordRequests(change, await getProjectByUid(change.tx, request.projectUid), [request]);
    });
}
