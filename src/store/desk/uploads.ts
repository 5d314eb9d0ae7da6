// Objection: rows by key, none of it on a hot path.
import type { Executor, Transaction } from '../database';
import { DeskUploadModel, type DeskUpload } from '../models/desk-upload';

export type { DeskUpload } from '../models/desk-upload';

/** Stores what was said of a file that is to come. */
export async function insertUpload(tx: Transaction, upload: DeskUpload): Promise<void> {
  await DeskUploadModel.query(tx).insert(upload);
}

/** What was said of a file that is to come; `undefined` once it is attached. */
export async function findUpload(executor: Executor, uid: string): Promise<DeskUpload | undefined> {
  return DeskUploadModel.query(executor).findById(uid);
}

/** Forgets what was said of a file, which is attached. */
export async function deleteUpload(executor: Executor, uid: string): Promise<void> {
  await DeskUploadModel.query(executor).deleteById(uid);
}

/** Removes what was said of files before an instant. */
export async function pruneUploads(executor: Executor, before: Date): Promise<void> {
  await DeskUploadModel.query(executor).where('created_at', '<', before).delete();
}
