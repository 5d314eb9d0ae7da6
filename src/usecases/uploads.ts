import { bulkImportOfUploadKey, patientOfAuthorizationKey } from '../files/key-layout';
import { listImportStatuses } from '../store/bulk-imports';
import { findPatientByUid, listAuthorizationEtags } from '../store/patients';
import type { FileParts } from './change';
import { noticeBulkUpload } from './bulk-imports/notice-bulk-upload';
import { compareAuthorization, lookForUpload } from './patients/authorization-uploads';
import { noticeExchangedFile } from './rosters/notice-exchanged-file';

/** Looks for an upload at each of the keys that a notification of the object store names. */
export async function noticeUploads(parts: FileParts, keys: readonly string[]): Promise<void> {
  for (const uid of new Set(keys.map(patientOfAuthorizationKey)))
    if (uid !== undefined) await lookForUpload(parts, uid);
  for (const uid of new Set(keys.map(bulkImportOfUploadKey)))
    if (uid !== undefined) await noticeBulkUpload(parts, uid);
  for (const key of new Set(keys)) await noticeExchangedFile(parts, key);
}

/** Where a sweep ends and the next begins: a key of the object store's listing; `undefined` is its begin. */
export type SweepPosition = string | undefined;

/**
 * Looks at one page of the object store's listing for authorizations and bulk imports whose notification was
 * lost, and notices them. Files of imports that are over are removed. A page costs one listing and one query
 * per kind, whatever is in it.
 * @param after where the sweep before ended; `undefined` begins at the first key
 * @returns where the next sweep begins; `undefined` after the last page
 */
export async function sweepUploads(parts: FileParts, after: SweepPosition): Promise<SweepPosition> {
  const page = await parts.files.listAfter(after);
  const listed = new Map<string, string>();
  const files = new Map<string, string>();
  for (const { key, etag } of page) {
    const patientUid = patientOfAuthorizationKey(key);
    if (patientUid !== undefined) listed.set(patientUid, etag);
    const importUid = bulkImportOfUploadKey(key);
    if (importUid !== undefined) files.set(importUid, key);
  }
  for (const { uid, etag } of await listAuthorizationEtags(parts.db, [...listed.keys()])) {
    if (etag === listed.get(uid)) continue;
    const patient = await findPatientByUid(parts.db, uid);
    if (patient !== undefined) await compareAuthorization(parts, patient);
  }
  for (const { uid, status } of await listImportStatuses(parts.db, [...files.keys()])) {
    const key = files.get(uid);
    if (status === 'AwaitingUpload') await noticeBulkUpload(parts, uid);
    // Uploaded while the URL was still good: patient data that nobody will ever read.
    else if (status !== 'Processing' && key !== undefined) await parts.files.remove(key);
  }
  return page.at(-1)?.key;
}
