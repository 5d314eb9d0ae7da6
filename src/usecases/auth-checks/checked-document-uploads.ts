import { isReceived, receiveUpload, type CheckedDocument } from '../../domain/auth-checks/submission';
import type { WorkflowAttributes } from '../../domain/workflows';
import { checkedDocumentKey } from '../../files/key-layout';
import type { ListedObject, ObjectFacts } from '../../files/object-store';
import {
  findCheckedDocumentByUid,
  findLatestSubmission,
  listCheckedDocuments,
  lockCheckedDocumentByUid,
  putSubmission,
  updateCheckedDocument,
} from '../../store/auth-checks/checked-documents';
import type { Executor } from '../../store/database';
import { getCompanyId } from '../../store/tenants/tenants';
import { resource, runOwnChange, type Change, type FileParts } from '../change';
import { startRunOf } from './run-orders';

/**
 * By what the runs of a document outside of any patient are found among the workflows: nothing that its user
 * wrote.
 */
export async function runAttributesOf(
  executor: Executor,
  { companyUid, environment }: CheckedDocument,
): Promise<WorkflowAttributes> {
  return { company: await getCompanyId(executor, companyUid), environment };
}

type Upload = Pick<ObjectFacts, 'etag' | 'lastModifiedAt'>;

/** Takes note of an upload: it is a submission (CHECK-20), and is analysed. */
async function noteUpload(change: Change, uid: string, { etag, lastModifiedAt }: Upload): Promise<void> {
  const document = await lockCheckedDocumentByUid(change.tx, uid);
  const received = { etag, uploadedAt: lastModifiedAt };
  if (document === undefined || isReceived(document, received))
    return change.unaudited('the upload is on file already');
  await updateCheckedDocument(change.tx, { ...document, ...received });
  const latest = await findLatestSubmission(change.tx, uid);
  await putSubmission(change.tx, receiveUpload(uid, latest, received, change.now));
  const attributes = await runAttributesOf(change.tx, document);
  await startRunOf(change, uid, { etag, keepsReading: false }, attributes);
  await change.audit(resource('authCheck', document));
}

/**
 * Looks whether the store holds another upload of a document than the one on file, and notes it if so: other
 * bytes, or the same ones put there again.
 */
export async function compareCheckedDocument(parts: FileParts, document: CheckedDocument): Promise<boolean> {
  const facts = await parts.files.head(checkedDocumentKey(document));
  if (facts === undefined) return false;
  if (isReceived(document, { etag: facts.etag, uploadedAt: facts.lastModifiedAt })) return false;
  await runOwnChange(parts, 'upload notice', 'authCheck.upload', change =>
    noteUpload(change, document.uid, facts),
  );
  return true;
}

/** Looks for the upload of a document that a notification tells of. */
export async function noticeCheckedDocument(parts: FileParts, uid: string): Promise<void> {
  const document = await findCheckedDocumentByUid(parts.db, uid);
  if (document !== undefined) await compareCheckedDocument(parts, document);
}

/** Notices the documents on a page of the store's listing that are not on file as they lie there. */
export async function noticeListedCheckedDocuments(
  parts: FileParts,
  listed: ReadonlyMap<string, ListedObject>,
): Promise<void> {
  for (const document of await listCheckedDocuments(parts.db, [...listed.keys()])) {
    const object = listed.get(document.uid);
    if (
      object !== undefined &&
      !isReceived(document, { etag: object.etag, uploadedAt: object.lastModifiedAt })
    )
      await compareCheckedDocument(parts, document);
  }
}

async function noteRemoval(change: Change, uid: string, etag: string): Promise<void> {
  const document = await lockCheckedDocumentByUid(change.tx, uid);
  if (document?.etag !== etag)
    return change.unaudited('the document was noted as removed before, or another one has come');
  await updateCheckedDocument(change.tx, { ...document, etag: null, uploadedAt: null });
  await change.audit(resource('authCheck', document));
}

/**
 * Removes a document that is too large to be kept, first its bytes, then the note, as of patients. Safe to
 * repeat.
 * @param etag names the bytes that are too large
 */
export async function removeCheckedDocument(
  parts: FileParts,
  document: CheckedDocument,
  etag: string,
): Promise<void> {
  if (document.etag !== etag) return;
  await parts.files.remove(checkedDocumentKey(document), etag);
  await runOwnChange(parts, 'auth check', 'authCheck.remove', change =>
    noteRemoval(change, document.uid, etag),
  );
}
