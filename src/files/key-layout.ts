/**
 * Where files are stored. Keys consist only of our own ids: no name, no caller's id, so that neither a URL
 * nor the store's access log reveals anything about a patient.
 */
import { uuidPattern } from '../domain/text';

/** A patient's place in the tree. */
interface PatientPlace {
  readonly companyUid: string;
  readonly projectUid: string;
  readonly patientUid: string;
}

const authorizationPattern = new RegExp(
  `^companies/${uuidPattern}/projects/${uuidPattern}/patients/(${uuidPattern})/authorization\\.pdf$`,
);

/** Returns the key of a patient's authorization document; a later upload replaces it. */
export function authorizationKey({ companyUid, projectUid, patientUid }: PatientPlace): string {
  return `companies/${companyUid}/projects/${projectUid}/patients/${patientUid}/authorization.pdf`;
}

/** Returns the patient whose authorization document has a key, `undefined` for every other key. */
export function patientOfAuthorizationKey(key: string): string | undefined {
  return authorizationPattern.exec(key)?.[1];
}

const supportingPattern = new RegExp(
  `^companies/${uuidPattern}/projects/${uuidPattern}/patients/(${uuidPattern})/supporting/(${uuidPattern})\\.pdf$`,
);

/** Returns the key of a patient's supporting document; a later upload to it replaces the document. */
export function supportingKey({ companyUid, projectUid, patientUid }: PatientPlace, uid: string): string {
  return `companies/${companyUid}/projects/${projectUid}/patients/${patientUid}/supporting/${uid}.pdf`;
}

/** Returns the supporting document with a key and its patient, `undefined` for every other key. */
export function supportingOfKey(
  key: string,
): { readonly patientUid: string; readonly uid: string } | undefined {
  const [, patientUid, uid] = supportingPattern.exec(key) ?? [];
  return patientUid === undefined || uid === undefined ? undefined : { patientUid, uid };
}

/**
 * Returns the folder with the pictures of a document's pages, beside the document.
 * @param etag the version of the document, whose quotation marks aren't part of the key
 */
export function pagePicturesFolder(documentKey: string, etag: string): string {
  const version = etag.replaceAll(/[^A-Za-z0-9-]/g, '');
  return `${documentKey.replace(/\.pdf$/, '')}-pages/${version}/`;
}

/** Returns the key of a page's picture. @param page from 1 */
export function pagePictureKey(documentKey: string, etag: string, page: number): string {
  return `${pagePicturesFolder(documentKey, etag)}${page}.png`;
}

/** Whether a key is that of a folder, with all objects in it. */
export function isFolder(key: string): boolean {
  return key.endsWith('/');
}

/** The owner and uid of a document outside any patient. */
interface CheckedDocumentPlace {
  readonly companyUid: string;
  readonly userUid: string;
  readonly environment: 'production' | 'sandbox';
  readonly uid: string;
}

const checkedDocumentPattern = new RegExp(
  `^companies/${uuidPattern}/users/${uuidPattern}/(?:production|sandbox)/auth-checks/(${uuidPattern})\\.pdf$`,
);

/**
 * Returns the key of a document outside any patient, derived from its user, never from its name (CHECK-22).
 */
export function checkedDocumentKey({ companyUid, userUid, environment, uid }: CheckedDocumentPlace): string {
  return `companies/${companyUid}/users/${userUid}/${environment}/auth-checks/${uid}.pdf`;
}

/** Returns the document outside any patient with a key, `undefined` for every other key. */
export function checkedDocumentOfKey(key: string): string | undefined {
  return checkedDocumentPattern.exec(key)?.[1];
}

/** The place of a bulk import's files. */
interface BulkImportPlace {
  readonly companyUid: string;
  readonly projectUid: string;
  readonly uid: string;
}

const bulkUploadPattern = new RegExp(
  `^companies/${uuidPattern}/projects/${uuidPattern}/bulk-imports/(${uuidPattern})/upload\\.csv$`,
);

/**
 * Returns the key of a bulk import's file: the customer's upload, the copy that is read (because the
 * customer's URL can replace the upload during reading), its rows as the survey stores them, the result, the
 * rows that failed, or the first rows, which a draft shows.
 * The names end in `.csv` whatever is in them, because keys of earlier uploads are known to customers.
 */
export function bulkImportKey(
  { companyUid, projectUid, uid }: BulkImportPlace,
  file: 'upload' | 'source' | 'rows' | 'result' | 'faulty' | 'start',
): string {
  return `companies/${companyUid}/projects/${projectUid}/bulk-imports/${uid}/${file}.csv`;
}

/** Returns the bulk import whose upload has a key, `undefined` for every other key. */
export function bulkImportOfUploadKey(key: string): string | undefined {
  return bulkUploadPattern.exec(key)?.[1];
}

const exchangePattern = /^exchange\/([a-z0-9][a-z0-9-]{0,30})\/from-partner\/([^/]{1,200})$/;

/** Returns the folder for files to or from a partner; the partner can only access its own two. */
export function exchangeFolder(partner: string, direction: 'to-partner' | 'from-partner'): string {
  return `exchange/${partner}/${direction}/`;
}

/** Returns the partner and the name of a file from a partner, `undefined` for every other key. */
export function exchangedFileOf(
  key: string,
): { readonly partner: string; readonly fileName: string } | undefined {
  const [, partner, fileName] = exchangePattern.exec(key) ?? [];
  return partner === undefined || fileName === undefined ? undefined : { partner, fileName };
}

/** Returns the key of an exchanged file's copy, as it was when sent or read; partners can't access it. */
export function exchangeReplicaKey(partner: string, fileUid: string): string {
  return `exchange-replicas/${partner}/${fileUid}`;
}

/** An area of a record request's files. */
interface AreaPlace {
  readonly companyUid: string;
  readonly recordRequestUid: string;
  readonly area: 'deliverables' | 'documents' | 'attachments' | 'combined' | 'arrivals' | 'held' | 'invoices';
}

/**
 * Returns the key of a record request's file, `path` being what follows the area: made of our ids, never of
 * its name. A returned file's key doesn't change when it becomes a deliverable.
 */
export function recordRequestFileKey(
  { companyUid, recordRequestUid, area }: AreaPlace,
  path: string,
): string {
  const folder = area === 'arrivals' || area === 'held' ? 'deliverables' : area;
  return `companies/${companyUid}/record-requests/${recordRequestUid}/${folder}/${path}`;
}

const documentPattern = new RegExp(
  `^companies/${uuidPattern}/record-requests/${uuidPattern}/documents/(${uuidPattern})$`,
);

/** Returns the file whose object has a document's key, `undefined` for every other key. */
export function documentOfKey(key: string): string | undefined {
  return documentPattern.exec(key)?.[1];
}

/**
 * Returns the key of a file uploaded from an operator's browser, until it is attached to its record request.
 */
export function deskUploadKey(uid: string): string {
  return `desk-uploads/${uid}`;
}
