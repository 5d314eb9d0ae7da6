import {
  bulkImportOfUploadKey,
  checkedDocumentOfKey,
  documentOfKey,
  patientOfAuthorizationKey,
  supportingOfKey,
} from '../files/key-layout';
import { adoptCheckedDocumentTimes } from '../store/auth-checks/checked-documents';
import { listImportStatuses } from '../store/bulk-imports/bulk-imports';
import { isOnFile, type UploadedAuthorization } from '../domain/patients/patient';
import type { ListedObject, ObjectStore } from '../files/object-store';
import { adoptAuthorizationTimes, listAuthorizations } from '../store/patients/patients';
import { adoptSupportingTimes } from '../store/auth-checks/supporting-documents';
import { noticeCheckedDocument, noticeListedCheckedDocuments } from './auth-checks/checked-document-uploads';
import type { FileParts, OperatorChange } from './change';
import { handleEvery, PageFailure, takeEvery, type SweepPosition } from './every-item';
import { noticeBulkUpload } from './bulk-imports/bulk-imports';
import { lookForUpload } from './patients/authorization-uploads';
import { lookForSupporting, noticeListedSupporting } from './patients/supporting-uploads';
import { noticeDocument, noticeListedDocuments } from './files/document-uploads';
import { noticeExchangedFile } from './rosters/exchanged-files';

/** Checks for an upload at each key in a notification of the object store. */
export async function noticeUploads(parts: FileParts, keys: readonly string[]): Promise<void> {
  for (const uid of new Set(keys.map(patientOfAuthorizationKey)))
    if (uid !== undefined) await lookForUpload(parts, uid);
  for (const uid of new Set(keys.map(bulkImportOfUploadKey)))
    if (uid !== undefined) await noticeBulkUpload(parts, uid);
  for (const uid of new Set(keys.map(documentOfKey))) if (uid !== undefined) await noticeDocument(parts, uid);
  for (const uid of new Set(keys.map(checkedDocumentOfKey)))
    if (uid !== undefined) await noticeCheckedDocument(parts, uid);
  for (const key of new Set(keys)) {
    const supporting = supportingOfKey(key);
    if (supporting !== undefined) await lookForSupporting(parts, supporting);
    await noticeExchangedFile(parts, key);
  }
}

/** Returns the authorizations on a page of the listing, by patient. */
function authorizationsIn(page: readonly ListedObject[]): Map<string, UploadedAuthorization> {
  return new Map(
    page.flatMap(({ key, etag, lastModifiedAt: uploadedAt }) => {
      const patientUid = patientOfAuthorizationKey(key);
      return patientUid === undefined ? [] : [[patientUid, { etag, uploadedAt }] as const];
    }),
  );
}

/** Returns the objects of one kind on a page of the listing, by the uid in their keys. */
function objectsIn(
  page: readonly ListedObject[],
  uidOf: (key: string) => string | undefined,
): Map<string, ListedObject> {
  return new Map(
    page.flatMap(object => {
      const uid = uidOf(object.key);
      return uid === undefined ? [] : [[uid, object] as const];
    }),
  );
}

function supportingUidOf(key: string): string | undefined {
  return supportingOfKey(key)?.uid;
}

/** Returns the uploaded objects of one kind, by the uid in their keys. */
function uploadsIn(page: readonly ListedObject[], uidOf: (key: string) => string | undefined) {
  return [...objectsIn(page, uidOf)].map(([uid, { etag, lastModifiedAt: uploadedAt }]) => ({
    uid,
    etag,
    uploadedAt,
  }));
}

async function noticeAuthorizations(parts: FileParts, page: readonly ListedObject[]): Promise<void> {
  const listed = authorizationsIn(page);
  await handleEvery(await listAuthorizations(parts.db, [...listed.keys()]), async onFile => {
    const uploaded = listed.get(onFile.uid);
    if (uploaded !== undefined && !isOnFile(onFile, uploaded)) await lookForUpload(parts, onFile.uid);
  });
}

async function noticeImports(parts: FileParts, page: readonly ListedObject[]): Promise<void> {
  const files = objectsIn(page, bulkImportOfUploadKey);
  await handleEvery(await listImportStatuses(parts.db, [...files.keys()]), async ({ uid, status }) => {
    const file = files.get(uid);
    if (status === 'AwaitingUpload') await noticeBulkUpload(parts, uid);
    // Uploaded while the URL was still valid: patient data that no one will ever read.
    else if (status !== 'Processing' && file !== undefined) await parts.files.remove(file.key);
  });
}

/**
 * Checks one page of the object store's listing for authorizations, supporting and other documents, and bulk
 * imports whose notification was lost, and records them. Files of finished imports are removed. A page costs
 * one listing and one query per kind, whatever it contains.
 * @param after where the previous sweep ended; `undefined` starts at the first key
 * @returns where the next sweep starts; `undefined` after the last page
 * @throws PageFailure with the first failure, after all objects of the page were tried
 */
export async function sweepUploads(parts: FileParts, after: SweepPosition): Promise<SweepPosition> {
  const page = await parts.files.listAfter(after);
  const next = page.at(-1)?.key;
  await takeEvery(
    () => noticeAuthorizations(parts, page),
    () => noticeImports(parts, page),
    () => noticeListedDocuments(parts, objectsIn(page, documentOfKey)),
    () => noticeListedCheckedDocuments(parts, objectsIn(page, checkedDocumentOfKey)),
    () => noticeListedSupporting(parts, objectsIn(page, supportingUidOf)),
  ).catch((error: unknown) => {
    throw new PageFailure(next, error);
  });
  return next;
}

/** The progress of {@link adoptRestoredUploads}. */
export interface AdoptedUploads {
  /** Checked objects of the store. */
  readonly objects: number;
  /** Documents with a different time. */
  readonly documents: number;
}

/**
 * Adopts the new times of objects that a restore rewrote for the documents on file, if the bytes are the
 * same, so that no patient goes back to review because of it. Run it before the service uses the restored
 * store. Each page of the listing is a separate change, so an interrupted run is repeated.
 * @param change runs a page's change
 */
export async function* adoptRestoredUploads(
  change: (work: (pageChange: OperatorChange) => Promise<number>) => Promise<number>,
  files: Pick<ObjectStore, 'listAfter'>,
): AsyncGenerator<AdoptedUploads> {
  let totals: AdoptedUploads = { objects: 0, documents: 0 };
  let after: SweepPosition;
  do {
    const page = await files.listAfter(after);
    const stored = [...authorizationsIn(page)].map(([uid, uploaded]) => ({ uid, ...uploaded }));
    const adopted = await change(async pageChange => {
      const ofPatients = await adoptAuthorizationTimes(pageChange.tx, stored);
      const outside = await adoptCheckedDocumentTimes(pageChange.tx, uploadsIn(page, checkedDocumentOfKey));
      const supporting = await adoptSupportingTimes(pageChange.tx, uploadsIn(page, supportingUidOf));
      const documents = ofPatients + outside + supporting;
      await pageChange.audit(undefined, 'upload.adoptRestored', { documents });
      return documents;
    });
    totals = { objects: totals.objects + page.length, documents: totals.documents + adopted };
    yield totals;
    after = page.at(-1)?.key;
  } while (after !== undefined);
}
