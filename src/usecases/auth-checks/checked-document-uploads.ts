import { etagOf } from '../../domain/changes';
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
import { handleEvery } from '../every-item';
import { startRunOf } from './run-orders';

/** Returns the search attributes of runs for a document outside any patient; nothing that its user wrote. */
export async function runAttributesOf(
  executor: Executor,
  { companyUid, environment }: CheckedDocument,
): Promise<WorkflowAttributes> {
  return { company: await getCompanyId(executor, companyUid), environment };
}

type Upload = Pick<ObjectFacts, 'etag' | 'lastModifiedAt'>;

/** Records an upload as a submission (CHECK-20) and starts its analysis. */
async function noteUpload(change: Change, uid: string, { etag, lastModifiedAt }: Upload): Promise<void> {
  const document = await lockCheckedDocumentByUid(change.tx, uid);
  const received = { etag, uploadedAt: lastModifiedAt };
  if (document === undefined || isReceived(document, received))
    return change.unaudited('the upload is already on file');
  await updateCheckedDocument(change.tx, { ...document, ...received });
  const latest = await findLatestSubmission(change.tx, uid);
  await putSubmission(change.tx, receiveUpload(uid, latest, received, change.now));
  const attributes = await runAttributesOf(change.tx, document);
  await startRunOf(change, uid, { etag, keepsReading: false }, attributes);
  await change.audit(resource('authCheck', document), 'authCheck.upload', { etag: etagOf(etag) });
}

/**
 * Compares the stored upload of a document with the one on file, and records it if it differs: other bytes,
 * or the same ones uploaded again.
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

/** Checks for the upload of a document after a notification. */
export async function noticeCheckedDocument(parts: FileParts, uid: string): Promise<void> {
  const document = await findCheckedDocumentByUid(parts.db, uid);
  if (document !== undefined) await compareCheckedDocument(parts, document);
}

/** Records the documents on a page of the store's listing that differ from what is on file. */
export async function noticeListedCheckedDocuments(
  parts: FileParts,
  listed: ReadonlyMap<string, ListedObject>,
): Promise<void> {
  await handleEvery(await listCheckedDocuments(parts.db, [...listed.keys()]), async document => {
    const object = listed.get(document.uid);
    if (
      object !== undefined &&
      !isReceived(document, { etag: object.etag, uploadedAt: object.lastModifiedAt })
    )
      await compareCheckedDocument(parts, document);
  });
}

async function noteRemoval(change: Change, uid: string, etag: string): Promise<void> {
  const document = await lockCheckedDocumentByUid(change.tx, uid);
  if (document?.etag !== etag)
    return change.unaudited('the document was already noted as removed, or a newer one exists');
  await updateCheckedDocument(change.tx, { ...document, etag: null, uploadedAt: null });
  await change.audit(resource('authCheck', document), 'authCheck.remove', { etag: etagOf(etag) });
}

/**
 * Removes a document that is too large to keep: first its bytes, then the record, as for patients. Safe to
 * repeat.
 * @param etag the bytes that are too large
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
