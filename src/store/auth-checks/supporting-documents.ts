import type { SupportingDocument } from '../../domain/supporting-documents/supporting-document';
import type { Patchable } from '../columns';
import type { Executor, Transaction } from '../database';
import { SupportingDocumentModel } from '../models/supporting-document';
import { named } from '../named';
import { insert, patchOf, selectList, update, valuesOf } from '../table';

const documents = `select ${selectList(SupportingDocumentModel, 's')} from supporting_document s`;
const byUid = named<SupportingDocument, { uid: string }>(`${documents} where s.uid = :uid`);
const byUids = named<SupportingDocument, { uids: readonly string[] }>(
  `${documents} where s.uid = any(:uids::uuid[])`,
);
const ofPatient = named<SupportingDocument, { patientUid: string }>(
  `${documents} where s.patient_uid = :patientUid order by s.number`,
);

/** A supporting document by its uid. */
export async function findSupporting(
  executor: Executor,
  uid: string,
): Promise<SupportingDocument | undefined> {
  return (await byUid.run(executor, { uid }))[0];
}

/** Those of these supporting documents that are on record. */
export async function listSupportingByUid(
  executor: Executor,
  uids: readonly string[],
): Promise<SupportingDocument[]> {
  return uids.length === 0 ? [] : byUids.run(executor, { uids });
}

/** A patient's supporting documents in the order in which they came, at most five. */
export async function listSupporting(executor: Executor, patientUid: string): Promise<SupportingDocument[]> {
  return ofPatient.run(executor, { patientUid });
}

const insertRow = named<never, SupportingDocument>(insert(SupportingDocumentModel));
const updateRow = named<
  never,
  Pick<SupportingDocument, 'uid' | Patchable<typeof SupportingDocumentModel.columns>>
>(update(SupportingDocumentModel));

/** Stores a document that came for the first time; the caller holds the lock of its patient. */
export async function insertSupporting(tx: Transaction, document: SupportingDocument): Promise<void> {
  await insertRow.run(tx, valuesOf(SupportingDocumentModel, document));
}

/** Stores a document as it is now; the caller holds the lock of its patient. */
export async function updateSupporting(tx: Transaction, document: SupportingDocument): Promise<void> {
  await updateRow.run(tx, patchOf(SupportingDocumentModel, document));
}

/** An upload as the object store has it after a restore. */
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
 * Takes the store's write times for those of the documents on file, where the bytes are the same.
 * @returns how many had another time
 */
export async function adoptSupportingTimes(
  executor: Executor,
  stored: readonly StoredUpload[],
): Promise<number> {
  return stored.length === 0 ? 0 : (await adoptTimes.run(executor, { stored })).length;
}
