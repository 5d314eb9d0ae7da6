// Objection: rows by key, not on a hot path.
import type { Executor, Transaction } from '../database';
import { DeskUploadModel, type DeskUpload } from '../models/desk-upload';

export type { DeskUpload } from '../models/desk-upload';

/** Stores the description of a pending file. */
export async function insertUpload(tx: Transaction, upload: DeskUpload): Promise<void> {
  await DeskUploadModel.query(tx).insert(upload);
}

/** Returns the description of a pending file; `undefined` once it is attached. */
export async function findUpload(executor: Executor, uid: string): Promise<DeskUpload | undefined> {
  return DeskUploadModel.query(executor).findById(uid);
}

/** Removes the description of an attached file. */
export async function deleteUpload(executor: Executor, uid: string): Promise<void> {
  await DeskUploadModel.query(executor).deleteById(uid);
}

/** Removes descriptions from before an instant. */
export async function pruneUploads(executor: Executor, before: Date): Promise<void> {
  await DeskUploadModel.query(executor).where('created_at', '<', before).delete();
}
