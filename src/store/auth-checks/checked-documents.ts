// Objection: rows by key. SQL text: upload times of many documents are updated in one statement.
import { submissionsKept } from '../../domain/auth-checks/limits';
import type { CheckedDocument, Submission } from '../../domain/auth-checks/submission';
import type { Environment } from '../../domain/projects/project';
import type { Executor, Transaction } from '../database';
import { AuthCheckDocumentModel, AuthCheckSubmissionModel } from '../models/auth-check-document';
import { UserModel } from '../models/tenants';
import { named } from '../named';
import { changesOf, valuesOf } from '../table';

/** The owner of a document: a user of a company, in one environment. */
export interface CheckedDocumentOwner {
  readonly companyUid: string;
  readonly environment: Environment;
  readonly userUid: string;
}

function ofOwner({ companyUid, environment, userUid }: CheckedDocumentOwner) {
  return { company_uid: companyUid, environment, user_uid: userUid };
}

/** Returns a user's document by its name. */
export async function findCheckedDocument(
  executor: Executor,
  owner: CheckedDocumentOwner,
  fileName: string,
): Promise<CheckedDocument | undefined> {
  return AuthCheckDocumentModel.query(executor).findOne({ ...ofOwner(owner), file_name: fileName });
}

/** Like {@link findCheckedDocument}, and locks it. */
export async function lockCheckedDocument(
  tx: Transaction,
  owner: CheckedDocumentOwner,
  fileName: string,
): Promise<CheckedDocument | undefined> {
  return AuthCheckDocumentModel.query(tx)
    .findOne({ ...ofOwner(owner), file_name: fileName })
    .forUpdate();
}

/** Returns a document by its uid. */
export async function findCheckedDocumentByUid(
  executor: Executor,
  uid: string,
): Promise<CheckedDocument | undefined> {
  return AuthCheckDocumentModel.query(executor).findById(uid);
}

/** Like {@link findCheckedDocumentByUid}, and locks it. */
export async function lockCheckedDocumentByUid(
  tx: Transaction,
  uid: string,
): Promise<CheckedDocument | undefined> {
  return AuthCheckDocumentModel.query(tx).findById(uid).forUpdate();
}

/** Returns the existing ones of these documents. */
export async function listCheckedDocuments(
  executor: Executor,
  uids: readonly string[],
): Promise<CheckedDocument[]> {
  return AuthCheckDocumentModel.query(executor).whereIn('uid', [...uids]);
}

/**
 * Counts a user's documents. Until the transaction ends, concurrent counts wait, so that two can't both be
 * the last.
 */
export async function countCheckedDocuments(tx: Transaction, owner: CheckedDocumentOwner): Promise<number> {
  await UserModel.query(tx).select('uid').findById(owner.userUid).forNoKeyUpdate();
  return AuthCheckDocumentModel.query(tx).where(ofOwner(owner)).resultSize();
}

/** Stores a new document, after its place in the object store. */
export async function insertCheckedDocument(tx: Transaction, document: CheckedDocument): Promise<void> {
  await AuthCheckDocumentModel.query(tx).insert(valuesOf(AuthCheckDocumentModel, document));
}

/** Stores a document's current state; the caller holds its lock. */
export async function updateCheckedDocument(tx: Transaction, document: CheckedDocument): Promise<void> {
  await AuthCheckDocumentModel.query(tx)
    .findById(document.uid)
    .patch(changesOf(AuthCheckDocumentModel, document));
}

function latestSubmission(executor: Executor, documentUid: string) {
  return AuthCheckSubmissionModel.query(executor)
    .where({ document_uid: documentUid })
    .orderBy('number', 'desc')
    .limit(1)
    .first();
}

/** Returns the latest submission of a document, whether its upload is pending or not. */
export async function findLatestSubmission(
  executor: Executor,
  documentUid: string,
): Promise<Submission | undefined> {
  return latestSubmission(executor, documentUid);
}

/** Returns the submission of a document's bytes on file. */
export async function findUploadedSubmission(
  executor: Executor,
  documentUid: string,
): Promise<Submission | undefined> {
  return latestSubmission(executor, documentUid).whereNotNull('etag');
}

/** Stores a submission, and removes those beyond the latest hundred; the caller holds the document's lock. */
export async function putSubmission(tx: Transaction, submission: Submission): Promise<void> {
  await AuthCheckSubmissionModel.query(tx)
    .insert(valuesOf(AuthCheckSubmissionModel, submission))
    .onConflict(['document_uid', 'number'])
    .merge();
  const { documentUid, number } = submission;
  if (number <= submissionsKept) return;
  await AuthCheckSubmissionModel.query(tx)
    .where({ document_uid: documentUid })
    .where('number', '<=', number - submissionsKept)
    .delete();
}

/** An upload as the object store reports it after a restore. */
interface StoredUpload {
  readonly uid: string;
  readonly etag: string;
  readonly uploadedAt: Date;
}

const adoptTimes = named<{ uid: string }, { stored: readonly StoredUpload[] }>(`
  update auth_check_document d set uploaded_at = s."uploadedAt"
  from jsonb_to_recordset(:stored::jsonb) as s(uid uuid, etag text, "uploadedAt" timestamptz)
  where d.uid = s.uid and d.etag = s.etag and d.uploaded_at <> s."uploadedAt"
  returning d.uid
`);

/**
 * Adopts the store's write times for documents on file, if the bytes are the same.
 * @returns how many had a different time
 */
export async function adoptCheckedDocumentTimes(
  executor: Executor,
  stored: readonly StoredUpload[],
): Promise<number> {
  return stored.length === 0 ? 0 : (await adoptTimes.run(executor, { stored })).length;
}
