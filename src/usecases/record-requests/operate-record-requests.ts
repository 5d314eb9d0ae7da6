import type { Readable } from 'node:stream';
import type { OperatorPrincipal } from '../../access/principal';
import { holdsSends } from '../../domain/authorizations/authorization-status';
import { projectStatuses, isSandbox, type Project } from '../../domain/projects/project';
import { purposeOfUse } from '../../domain/purposes/purpose-of-use';
import { contentTypeOf, fileNameFault } from '../../domain/record-requests/file-name';
import {
  moveByHand,
  waitsFor,
  type RecordRequest,
  type RecordRequestStatus,
  type RecordRequestWait,
} from '../../domain/record-requests/record-request';
import { recordRequestFileKey } from '../../files/key-layout';
import { hasFacilityChannel } from '../../partners/partners';
import { uuidv7 } from '../../platform/ids';
import type { Executor } from '../../store/database';
import { findPatientByUid } from '../../store/patients';
import { listAllRecordRequests, type ListedRecordRequest } from '../../store/record-requests';
import { findSite, type StoredSite } from '../../store/sites';
import { findStoredFile, listStoredFiles, putStoredFile, type StoredFile } from '../../store/stored-files';
import { resource, runChange, type FileParts, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import {
  auditedCompany,
  getOperatorsRecordRequest,
  lockOperatorsRecordRequest,
  type OperatorsRecordRequest,
  type RecordRequestRef,
} from '../operators';
import { recordDisclosure } from '../disclosures';
import { commitMove, signalRecordRequests } from './commit-record-request';

/** Whom a request waits for, by its project and the patient's authorization. */
function waitOf(
  status: RecordRequestStatus,
  project: Parameters<typeof holdsSends>[0],
  authorizationStatus: Parameters<typeof holdsSends>[1],
): RecordRequestWait | null {
  const hasChannel = hasFacilityChannel(project.status);
  return waitsFor(status, { hasChannel, isHeld: holdsSends(project, authorizationStatus) });
}

/** A record request in an operator's list. */
export type InspectedRecordRequest = ListedRecordRequest & { readonly waitsFor: RecordRequestWait | null };

/** Which record requests an operator lists. */
export interface RecordRequestListing {
  readonly companyId: string | undefined;
  readonly status: RecordRequestStatus | undefined;
  /** Only those that wait for the delivery team. */
  readonly isForOperator: boolean;
  /** The request after which it begins. */
  readonly afterUid: string | undefined;
  readonly limit: number;
}

/** Record requests over all companies, oldest first. @throws OperatorError for an unknown company */
export async function inspectRecordRequests(
  change: OperatorChange,
  { companyId, status, isForOperator, afterUid, limit }: RecordRequestListing,
): Promise<InspectedRecordRequest[]> {
  const company = await auditedCompany(change.tx, companyId);
  const listed = await listAllRecordRequests(change.tx, {
    companyUid: company?.uid,
    status,
    workedByHand: isForOperator ? projectStatuses.filter(found => !hasFacilityChannel(found)) : undefined,
    afterUid,
    limit,
  });
  await change.audit(company);
  return listed.map(request => {
    const { projectStatus, purpose, authorizationMethod } = request;
    const project = { status: projectStatus, purpose, authorizationMethod };
    return { ...request, waitsFor: waitOf(request.status, project, request.authorizationStatus) };
  });
}

/** A record request as an operator sees one. */
export interface RecordRequestOverview extends OperatorsRecordRequest {
  readonly waitsFor: RecordRequestWait | null;
  readonly site: StoredSite | undefined;
  /** Of every area, deliverables first. */
  readonly files: readonly StoredFile[];
}

/** The areas to which an operator attaches files. */
export const attachableAreas = { deliverable: 'deliverables', document: 'documents' } as const;
/** What a file is attached as. */
export type AttachedAs = keyof typeof attachableAreas;

/** A record request with its site and its files. @throws OperatorError as `getOperatorsRecordRequest` */
export async function inspectRecordRequest(
  change: OperatorChange,
  ref: RecordRequestRef,
): Promise<RecordRequestOverview> {
  const { project, request } = await getOperatorsRecordRequest(change.tx, ref);
  const patient = await findPatientByUid(change.tx, request.patientUid);
  if (patient === undefined) throw new Error('a record request points at a patient that is not there');
  const files: StoredFile[] = [];
  for (const area of Object.values(attachableAreas))
    files.push(...(await listStoredFiles(change.tx, request.uid, area)));
  const site = await findSite(change.tx, request.siteUid);
  await change.audit(resource('recordRequest', request));
  return {
    ...{ project, request, site, files },
    waitsFor: waitOf(request.status, project, patient.authorizationStatus),
  };
}

/** Where a request is moved to by hand. */
export interface MoveByHand {
  readonly status: RecordRequestStatus;
  /** Whether `Completed` is meant although nothing came back. */
  readonly isWithoutFiles?: boolean;
  /** Why, in the operator's words; kept in the audit trail. */
  readonly reason?: string | undefined;
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
  const asked = { recipient: 'operator', asked: request.kind, subjectUid: request.uid };
  return recordDisclosure(change, undefined, { ...asked, patient, subject, under }, reason);
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
  const moved = await commitMove(change, project, moveByHand(request, move.status, change.now));
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
  /** Opens its bytes, once all is checked that can be checked before. */
  readonly open: () => Readable;
}

/** Customers read who put a file there; which of the team it was, the audit trail says. */
const uploadedBy = { kind: 'service', id: 'delivery-team', name: 'Delivery team' } as const;

/** @throws OperatorError where this file cannot be attached to this request */
async function assertAttachable(
  executor: Executor,
  { project, request }: OperatorsRecordRequest,
  { as, fileName, sizeBytes }: Omit<FileToAttach, 'open'>,
): Promise<void> {
  if (isSandbox(project))
    throw new OperatorError('On a sandbox project files are made up: stub data and real data must not meet.');
  const fault = fileNameFault(fileName);
  if (fault !== undefined) throw new OperatorError(`The name of the file ${fault}: give another by --name.`);
  if (sizeBytes === 0) throw new OperatorError('The file is empty.');
  if (sizeBytes > attachedBytesMax)
    throw new OperatorError(`The file is larger than ${attachedBytesMax / 1024 ** 3} GiB: part it.`);
  const taken = await findStoredFile(executor, request.uid, attachableAreas[as], fileName);
  if (taken !== undefined)
    throw new OperatorError(
      `The record request has a ${as} of this name already (\`record-request show\`). Another file needs another name, by --name.`,
    );
}

/**
 * Attaches a file that came back, or that goes with a request. The bytes are stored first, under a key of our own, and
 * put on record in one transaction: until then nobody sees anything of it. The customer is told by the status
 * that follows, not by this.
 * @throws OperatorError for a request that is not there, a sandbox project, a name that is taken or not allowed, an
 *   empty or too large file, and one that changed while it was read
 */
export async function attachFile(
  parts: FileParts,
  principal: OperatorPrincipal,
  ref: RecordRequestRef,
  { open, ...file }: FileToAttach,
): Promise<StoredFile> {
  const found = await getOperatorsRecordRequest(parts.db, ref);
  await assertAttachable(parts.db, found, file);
  const { uid: recordRequestUid, companyUid } = found.request;
  const uid = uuidv7(parts.clock.now());
  const area = attachableAreas[file.as];
  const contentType = contentTypeOf(file.fileName);
  const storageKey = recordRequestFileKey({ companyUid, recordRequestUid }, area, uid);
  try {
    await parts.files.write(storageKey, open(), contentType);
    const object = await parts.files.head(storageKey);
    if (object?.sizeBytes !== file.sizeBytes)
      throw new OperatorError('The file changed while it was read: attach it when it is whole.');
    const act = { principal, requestId: null, event: 'recordRequest.attach' };
    return await runChange(parts, act, async change => {
      const locked = await lockOperatorsRecordRequest(change.tx, ref);
      await assertAttachable(change.tx, locked, file);
      const { etag, lastModifiedAt, sizeBytes } = object;
      const stored: StoredFile = {
        ...{ uid, companyUid, recordRequestUid, area, storageKey, contentType, uploadedBy },
        ...{ etag, lastModifiedAt, sizeBytes, fileName: file.fileName, folder: null, createdAt: change.now },
      };
      await putStoredFile(change.tx, stored);
      await change.audit(resource('recordRequest', locked.request));
      return stored;
    });
  } catch (error) {
    await removeUnlessOnRecord(parts, { recordRequestUid, area, fileName: file.fileName, storageKey });
    throw error;
  }
}

/** Removes bytes that nothing points at. A commit whose answer was lost may have been one: then they stay. */
async function removeUnlessOnRecord(
  { db, files }: FileParts,
  place: Pick<StoredFile, 'recordRequestUid' | 'area' | 'fileName' | 'storageKey'>,
): Promise<void> {
  try {
    const onRecord = await findStoredFile(db, place.recordRequestUid, place.area, place.fileName);
    if (onRecord?.storageKey !== place.storageKey) await files.remove(place.storageKey);
  } catch {
    // What is left lies under a key that nobody has; why it failed is what the caller throws.
  }
}
