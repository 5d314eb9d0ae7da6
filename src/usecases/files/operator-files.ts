import { uidOf } from '../../domain/changes';
import type { OperatorPrincipal } from '../../access/principal';
import { deliveryTeam } from '../../domain/actor';
import { isSandbox } from '../../domain/projects/project';
import { chartDocumentsFolder } from '../../domain/record-requests/file-folder';
import { contentTypeOfFile, startBytes } from '../../domain/record-requests/content-type';
import { fileNameFault, contentTypeOf, visibleFileName } from '../../domain/record-requests/file-name';
import { filesMax } from '../../domain/record-requests/limits';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { recordRequestFileKey } from '../../files/key-layout';
import type { ObjectStore } from '../../files/object-store';
import { uuidv7 } from '../../platform/ids';
import type { Executor } from '../../store/database';
import {
  findFile,
  findReturned,
  insertFile,
  readAreaFacts,
  readReturnFacts,
  type FileEntry,
  type StoredFile,
} from '../../store/files/stored-files';
import { runChange, resource, type OperatorChange, type FileParts } from '../change';
import { OperatorError } from '../operator-error';
import {
  getOperatorsRecordRequest,
  lockOperatorsRecordRequest,
  type OperatorsRecordRequest,
  type RecordRequestRef,
} from '../operators';
import { renewChart, withdrawChart } from './combined-charts';
import { insertReturned, readability, removeFile, removeUnlessOnRecord, takeFileName } from './file-records';
import { signalRecordRequests } from '../record-requests/moves';
import { dropAnswer, settleAnswer } from './returned-charts';

/** The areas that an operator can attach files to. */
export const attachableAreas = {
  deliverable: 'deliverables',
  document: 'documents',
  attachment: 'attachments',
} as const;
/** What a file is attached as. */
export type AttachedAs = keyof typeof attachableAreas;

/** The largest attached file, in bytes: enough for a whole-body imaging study. */
export const attachedBytesMax = 5 * 1024 ** 3;

/** A file to attach. */
export interface FileToAttach {
  readonly as: AttachedAs;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** Whether it was requested in several parts (FILE-21). */
  readonly isPartOfPlan: boolean;
  /** Whether the site was asked again for it (FILE-22). */
  readonly isNewReturn: boolean;
  /** Writes its bytes to a place in the store, after everything that can be checked beforehand is checked. */
  readonly bring: (storageKey: string, contentType: string) => Promise<void>;
}

function assertNameable({ as, fileName }: Pick<FileToAttach, 'as' | 'fileName'>): void {
  const fault = fileNameFault(fileName.normalize('NFC'));
  if (fault !== undefined)
    throw new OperatorError(`The file name ${fault}. Choose another one.`, { hint: 'Pass it with --name.' });
  // Its path is next to those of `…/documents` and the like, which have no period.
  if (as === 'attachment' && !fileName.includes('.'))
    throw new OperatorError(
      'The name of an attachment needs an extension, such as .pdf. Choose another one.',
      { hint: 'Pass it with --name.' },
    );
}

/** Returns the facts of an area. What arrived and isn't released counts as deliverables. */
async function readFacts(executor: Executor, recordRequestUid: string, as: AttachedAs) {
  return as === 'deliverable'
    ? readReturnFacts(executor, recordRequestUid)
    : readAreaFacts(executor, { recordRequestUid, area: attachableAreas[as] });
}

/** Returns the files with a name, deliverables first, and of them also those that aren't released. */
async function findNamed(
  executor: Executor,
  recordRequestUid: string,
  { as, fileName }: Pick<FileToAttach, 'as' | 'fileName'>,
): Promise<FileEntry[]> {
  if (as === 'deliverable') return findReturned(executor, recordRequestUid, fileName);
  const file = await findFile(executor, { recordRequestUid, area: attachableAreas[as] }, fileName);
  return file === undefined ? [] : [file];
}

/** @throws OperatorError if this file can't be attached to this request */
export async function assertAttachable(
  executor: Executor,
  { project, request }: OperatorsRecordRequest,
  file: Omit<FileToAttach, 'bring'>,
): Promise<void> {
  const { as, sizeBytes, isPartOfPlan, isNewReturn } = file;
  if (isSandbox(project))
    throw new OperatorError(
      "You can't attach files in a sandbox project, because stub data and real data must not mix.",
    );
  if (as !== 'deliverable' && (isPartOfPlan || isNewReturn))
    throw new OperatorError('--part-of-plan and --new-return are for deliverables only.');
  assertNameable(file);
  if (sizeBytes === 0) throw new OperatorError('The file is empty.');
  if (sizeBytes > attachedBytesMax)
    throw new OperatorError(
      `The file is larger than ${attachedBytesMax / 1024 ** 3} GiB. Split it into parts.`,
    );
  const { files } = await readFacts(executor, request.uid, as);
  if (files >= filesMax)
    throw new OperatorError(
      `The record request already has ${filesMax} files of this type. Put the remaining files into ` +
        'a ZIP file.',
    );
}

/** What the store says about a written file. */
type WrittenFile = Pick<
  StoredFile,
  'uid' | 'storageKey' | 'contentType' | 'etag' | 'sizeBytes' | 'lastModifiedAt'
> &
  ReturnType<typeof readability>;

async function recordAttached(
  change: OperatorChange,
  { uid: recordRequestUid, companyUid }: RecordRequest,
  { as, fileName, isPartOfPlan, isNewReturn }: Omit<FileToAttach, 'bring'>,
  { isReadable, ...written }: WrittenFile,
): Promise<StoredFile> {
  const place = { recordRequestUid, area: attachableAreas[as] };
  const { latestReturn } = await readFacts(change.tx, recordRequestUid, as);
  const named = await findNamed(change.tx, recordRequestUid, { as, fileName });
  if (named.some(({ etag, sizeBytes }) => etag === written.etag && sizeBytes === written.sizeBytes))
    throw new OperatorError('The record request already has this file.', {
      hint: 'Run `record-request show` to see its files.',
    });
  const stored: StoredFile = {
    ...written,
    ...place,
    companyUid,
    uploadedBy: deliveryTeam,
    offeredTo: null,
    offeredAt: null,
    fileName,
    pages: null,
    folder: isPartOfPlan ? chartDocumentsFolder : null,
    returnNumber: Math.max(1, latestReturn + (isNewReturn ? 1 : 0)),
    createdAt: change.now,
  };
  if (as === 'deliverable') return insertReturned(change, stored, { isReadable });
  const attached = { ...stored, fileName: await takeFileName(change.tx, place, fileName) };
  await insertFile(change.tx, attached);
  return attached;
}

/**
 * Attaches a file that was returned, that goes along with a request, or that belongs to the request itself.
 * The bytes are stored first, in parts, under our own key, and recorded in one transaction: until then nobody
 * sees them. A taken name gets a number, but the same bytes under the same name are refused, so a repeat does
 * no harm. The customer is notified by the status that follows, not by this.
 * @throws OperatorError for an unknown request, a sandbox project, a name that isn't allowed, an empty or too
 * large file, one that changed while it was read, and one that is already attached
 */
export async function attachFile(
  parts: FileParts,
  principal: OperatorPrincipal,
  ref: RecordRequestRef,
  { bring, ...given }: FileToAttach,
): Promise<StoredFile> {
  const file = { ...given, fileName: visibleFileName(given.fileName) };
  const found = await getOperatorsRecordRequest(parts.db, ref);
  await assertAttachable(parts.db, found, file);
  const { uid: recordRequestUid, companyUid } = found.request;
  const uid = uuidv7(parts.clock.now());
  const place = { companyUid, recordRequestUid, area: attachableAreas[file.as] };
  const storageKey = recordRequestFileKey(place, uid);
  try {
    await bring(storageKey, contentTypeOf(file.fileName));
    const object = await parts.files.head(storageKey);
    if (object?.sizeBytes !== file.sizeBytes)
      throw new OperatorError("The file changed while it was read. Attach it again when it's complete.");
    const start = await parts.files.readStart(storageKey, startBytes);
    const contentType = contentTypeOfFile(start, file.fileName);
    const act = { principal, requestId: null, event: 'recordRequest.attach' };
    return await runChange(parts, act, async change => {
      const locked = await lockOperatorsRecordRequest(change.tx, ref);
      await assertAttachable(change.tx, locked, file);
      const written = { ...object, uid, storageKey, contentType, ...readability(start, contentType) };
      const stored = await recordAttached(change, locked.request, file, written);
      if (stored.area === 'deliverables') await renewChart(change, locked.project, locked.request);
      if (stored.area === 'arrivals') await signalRecordRequests(change, locked.project, [locked.request]);
      await change.audit(resource('recordRequest', locked.request), 'recordRequest.attach', {
        file: uidOf(uid),
      });
      return stored;
    });
  } catch (error) {
    await removeUnlessOnRecord(parts, uid, storageKey);
    throw error;
  }
}

/** A file that an operator removes. */
export interface FileToDetach {
  readonly as: AttachedAs;
  readonly fileName: string;
  /** The operator's reason; kept in the audit log. */
  readonly reason?: string | undefined;
}

function noSuchFile(as: AttachedAs): OperatorError {
  return new OperatorError(`The record request has no ${as} with this name.`, {
    hint: 'Run `record-request show` to see its files.',
  });
}

/**
 * Deletes a file of a record request permanently, as its customer can: one attached to the wrong request must
 * be gone right away.
 * @throws OperatorError for an unknown request, and a file that it doesn't have
 */
export async function detachFile(
  change: OperatorChange,
  ref: RecordRequestRef,
  { as, fileName, reason }: FileToDetach,
): Promise<StoredFile['fileName']> {
  const { project, request } = await lockOperatorsRecordRequest(change.tx, ref);
  const named = await findNamed(change.tx, request.uid, { as, fileName });
  const file = named.find(({ area }) => area === attachableAreas[as]) ?? named[0];
  if (file === undefined) throw noSuchFile(as);
  await removeFile(change, file);
  if (file.area === 'deliverables') await withdrawChart(change, project, request);
  if (file.area === 'held') await dropAnswer(change, request);
  if (file.area === 'arrivals')
    await signalRecordRequests(change, project, [await settleAnswer(change, request)]);
  const gone = { file: uidOf(file.uid) };
  await change.audit(resource('recordRequest', request), 'recordRequest.detach', gone, reason);
  return file.fileName;
}

/**
 * Creates a URL, valid for an hour, for downloading a file of a record request. @throws OperatorError if
 * there is none
 */
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
  await change.auditLook(resource('recordRequest', request));
  return files.presignDownload(file.storageKey, file.fileName, change.now, file.contentType).url;
}
