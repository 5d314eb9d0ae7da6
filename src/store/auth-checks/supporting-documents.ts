// Objection: rows by key and plain lists. SQL text: upload times of many documents are updated in one
// statement.
import type { SupportingDocument } from '../../domain/supporting-documents/supporting-document';
import type { Executor, Transaction } from '../database';
import { SupportingDocumentModel } from '../models/supporting-document';
import { named } from '../named';
import { changesOf, valuesOf } from '../table';

/** Returns a supporting document by its uid. */
export async function findSupporting(
  executor: Executor,
  uid: string,
): Promise<SupportingDocument | undefined> {
  return SupportingDocumentModel.query(executor).findById(uid);
}

/** Returns the existing ones of these supporting documents. */
export async function listSupportingByUid(
  executor: Executor,
  uids: readonly string[],
): Promise<SupportingDocument[]> {
  return SupportingDocumentModel.query(executor).whereIn('uid', [...uids]);
}

/** Lists a patient's supporting documents in order of arrival, at most five. */
export async function listSupporting(executor: Executor, patientUid: string): Promise<SupportingDocument[]> {
  return SupportingDocumentModel.query(executor).where({ patient_uid: patientUid }).orderBy('number');
}

/** Stores a new document; the caller holds the lock of its patient. */
export async function insertSupporting(tx: Transaction, document: SupportingDocument): Promise<void> {
  await SupportingDocumentModel.query(tx).insert(valuesOf(SupportingDocumentModel, document));
}

/** Stores a document's current state; the caller holds the lock of its patient. */
export async function updateSupporting(tx: Transaction, document: SupportingDocument): Promise<void> {
  await SupportingDocumentModel.query(tx)
    .findById(document.uid)
    .patch(changesOf(SupportingDocumentModel, document));
}

/** An upload as the object store reports it after a restore. */
interface StoredUpload {
  readonly uid: string;
  readonly etag: string;
  readonly uploadedAt: Date;
}

const adoptTimes = named<{ uid: string }, { stored: readonly StoredUpload[] }>(`
  update supporting_document d set uploaded_at = s."uploadedAt"
  from jsonb_to_recordset(:stored::jsonb) as s(uid uuid, etag text, "uploadedAt" timestamptz)
  where d.uid = s.uid and d.etag = s.etag and d.uploaded_at <> s."uploadedAt"
  returning d.uid
`);

/**
 * Adopts the store's write times for documents on file, if the bytes are the same.
 * @returns how many had a different time
 */
export async function adoptSupportingTimes(
  executor: Executor,
  stored: readonly StoredUpload[],
): Promise<number> {
  return stored.length === 0 ? 0 : (await adoptTimes.run(executor, { stored })).length;
}
