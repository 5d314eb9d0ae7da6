import { submissionsKept } from '../../domain/auth-checks/limits';
import type { CheckedDocument, Submission } from '../../domain/auth-checks/submission';
import type { Environment } from '../../domain/projects/project';
import type { Executor, Transaction } from '../database';
import { AuthCheckDocumentModel, AuthCheckSubmissionModel } from '../models/auth-check-document';
import { named } from '../named';
import { excluded, insert, patchOf, selectList, update, valuesOf } from '../table';

/** Whose a document is: a user of a company, in one environment. */
export interface CheckedDocumentOwner {
  readonly companyUid: string;
  readonly environment: Environment;
  readonly userUid: string;
}

const documents = `select ${selectList(AuthCheckDocumentModel, 'd')} from auth_check_document d`;
const ofOwner =
  'd.company_uid = :companyUid and d.environment = :environment and d.user_uid = :userUid and d.file_name = :fileName';
type Named = CheckedDocumentOwner & { readonly fileName: string };

function keyOf({ companyUid, environment, userUid }: CheckedDocumentOwner, fileName: string): Named {
  return { companyUid, environment, userUid, fileName };
}

const byName = named<CheckedDocument, Named>(`${documents} where ${ofOwner}`);
const byNameLocked = named<CheckedDocument, Named>(`${documents} where ${ofOwner} for update`);
const byUid = named<CheckedDocument, { uid: string }>(`${documents} where d.uid = :uid`);
const byUidLocked = named<CheckedDocument, { uid: string }>(`${documents} where d.uid = :uid for update`);
const byUids = named<CheckedDocument, { uids: readonly string[] }>(
  `${documents} where d.uid = any(:uids::uuid[])`,
);

/** A user's document by its name. */
export async function findCheckedDocument(
  executor: Executor,
  owner: CheckedDocumentOwner,
  fileName: string,
): Promise<CheckedDocument | undefined> {
  return (await byName.run(executor, keyOf(owner, fileName)))[0];
}

/** As {@link findCheckedDocument}, locked. */
export async function lockCheckedDocument(
  tx: Transaction,
  owner: CheckedDocumentOwner,
  fileName: string,
): Promise<CheckedDocument | undefined> {
  return (await byNameLocked.run(tx, keyOf(owner, fileName)))[0];
}

/** A document by its uid. */
export async function findCheckedDocumentByUid(
  executor: Executor,
  uid: string,
): Promise<CheckedDocument | undefined> {
  return (await byUid.run(executor, { uid }))[0];
}

/** As {@link findCheckedDocumentByUid}, locked. */
export async function lockCheckedDocumentByUid(
  tx: Transaction,
  uid: string,
): Promise<CheckedDocument | undefined> {
  return (await byUidLocked.run(tx, { uid }))[0];
}

/** Those of these documents that are there. */
export async function listCheckedDocuments(
  executor: Executor,
  uids: readonly string[],
): Promise<CheckedDocument[]> {
  return uids.length === 0 ? [] : byUids.run(executor, { uids });
}

const lockUser = named<{ uid: string }, { userUid: string }>(
  'select uid from app_user where uid = :userUid for no key update',
);
const countOfOwner = named<{ count: number }, CheckedDocumentOwner>(
  `select count(*)::int as count from auth_check_document d
   where d.company_uid = :companyUid and d.environment = :environment and d.user_uid = :userUid`,
);

/** How many documents a user has. Until the transaction ends nobody else counts them, so that two cannot both be the last. */
export async function countCheckedDocuments(
  tx: Transaction,
  { companyUid, environment, userUid }: CheckedDocumentOwner,
): Promise<number> {
  await lockUser.run(tx, { userUid });
  return (await countOfOwner.run(tx, { companyUid, environment, userUid }))[0]?.count ?? 0;
}

const insertRow = named<never, CheckedDocument>(insert(AuthCheckDocumentModel));
const updateRow = named<never, Pick<CheckedDocument, 'uid' | 'etag' | 'uploadedAt'>>(
  update(AuthCheckDocumentModel),
);

/** Stores a new document; its place in the object store is stored before. */
export async function insertCheckedDocument(tx: Transaction, document: CheckedDocument): Promise<void> {
  await insertRow.run(tx, valuesOf(AuthCheckDocumentModel, document));
}

/** Stores what is on file of a document now; the caller holds its lock. */
export async function updateCheckedDocument(tx: Transaction, document: CheckedDocument): Promise<void> {
  await updateRow.run(tx, patchOf(AuthCheckDocumentModel, document));
}

const submissions = `select ${selectList(AuthCheckSubmissionModel, 's')} from auth_check_submission s
  where s.document_uid = :documentUid`;
const latest = named<Submission, { documentUid: string }>(`${submissions} order by s.number desc limit 1`);
const latestUploaded = named<Submission, { documentUid: string }>(
  `${submissions} and s.etag is not null order by s.number desc limit 1`,
);
const putRow = named<never, Submission>(
  insert(AuthCheckSubmissionModel, {
    onConflict: `on conflict on constraint auth_check_submission_pkey do update set ${excluded(AuthCheckSubmissionModel)}`,
  }),
);
const forget = named<never, { documentUid: string; upTo: number }>(
  'delete from auth_check_submission where document_uid = :documentUid and number <= :upTo',
);

/** The latest submission of a document, its upload awaited or not. */
export async function findLatestSubmission(
  executor: Executor,
  documentUid: string,
): Promise<Submission | undefined> {
  return (await latest.run(executor, { documentUid }))[0];
}

/** The submission of what is on file of a document. */
export async function findUploadedSubmission(
  executor: Executor,
  documentUid: string,
): Promise<Submission | undefined> {
  return (await latestUploaded.run(executor, { documentUid }))[0];
}

/** Stores a submission, and forgets those beyond the latest hundred; the caller holds the lock of the document. */
export async function putSubmission(tx: Transaction, submission: Submission): Promise<void> {
  await putRow.run(tx, valuesOf(AuthCheckSubmissionModel, submission));
  const { documentUid, number } = submission;
  if (number > submissionsKept) await forget.run(tx, { documentUid, upTo: number - submissionsKept });
}

/** An upload as the object store has it after a restore. */
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
 * Takes the store's write times for those of the documents on file, where the bytes are the same.
 * @returns how many had another time
 */
export async function adoptCheckedDocumentTimes(
  executor: Executor,
  stored: readonly StoredUpload[],
): Promise<number> {
  return stored.length === 0 ? 0 : (await adoptTimes.run(executor, { stored })).length;
}
