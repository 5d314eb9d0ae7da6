/**
 * Where files lie. Keys are made of our own ids only: no name, no caller's id, so that neither a URL nor the
 * store's access log tells anything of a patient.
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

/** The key of a patient's authorization document; a later upload replaces it. */
export function authorizationKey({ companyUid, projectUid, patientUid }: PatientPlace): string {
  return `companies/${companyUid}/projects/${projectUid}/patients/${patientUid}/authorization.pdf`;
}

/** The patient whose authorization document lies at a key, `undefined` for every other key. */
export function patientOfAuthorizationKey(key: string): string | undefined {
  return authorizationPattern.exec(key)?.[1];
}

const supportingPattern = new RegExp(
  `^companies/${uuidPattern}/projects/${uuidPattern}/patients/(${uuidPattern})/supporting/(${uuidPattern})\\.pdf$`,
);

/** The key of a supporting document of a patient; a later upload to it replaces the document. */
export function supportingKey({ companyUid, projectUid, patientUid }: PatientPlace, uid: string): string {
  return `companies/${companyUid}/projects/${projectUid}/patients/${patientUid}/supporting/${uid}.pdf`;
}

/** The supporting document that lies at a key and its patient, `undefined` for every other key. */
export function supportingOfKey(
  key: string,
): { readonly patientUid: string; readonly uid: string } | undefined {
  const [, patientUid, uid] = supportingPattern.exec(key) ?? [];
  return patientUid === undefined || uid === undefined ? undefined : { patientUid, uid };
}

/** Whose a document outside of any patient is, and which. */
interface CheckedDocumentPlace {
  readonly companyUid: string;
  readonly userUid: string;
  readonly environment: 'production' | 'sandbox';
  readonly uid: string;
}

const checkedDocumentPattern = new RegExp(
  `^companies/${uuidPattern}/users/${uuidPattern}/(?:production|sandbox)/auth-checks/(${uuidPattern})\\.pdf$`,
);

/** The key of a document outside of any patient: it follows from its user, never from its name (CHECK-22). */
export function checkedDocumentKey({ companyUid, userUid, environment, uid }: CheckedDocumentPlace): string {
  return `companies/${companyUid}/users/${userUid}/${environment}/auth-checks/${uid}.pdf`;
}

/** The document outside of any patient that lies at a key, `undefined` for every other key. */
export function checkedDocumentOfKey(key: string): string | undefined {
  return checkedDocumentPattern.exec(key)?.[1];
}

/** Where the files of a bulk import lie. */
interface BulkImportPlace {
  readonly companyUid: string;
  readonly projectUid: string;
  readonly uid: string;
}

const bulkUploadPattern = new RegExp(
  `^companies/${uuidPattern}/projects/${uuidPattern}/bulk-imports/(${uuidPattern})/upload\\.csv$`,
);

/**
 * The key of a file of a bulk import: what the customer uploads, the copy that is read (the customer's URL
 * can replace the upload while it is read), and the result.
 */
export function bulkImportKey(
  { companyUid, projectUid, uid }: BulkImportPlace,
  file: 'upload' | 'source' | 'result',
): string {
  return `companies/${companyUid}/projects/${projectUid}/bulk-imports/${uid}/${file}.csv`;
}

/** The bulk import whose upload lies at a key, `undefined` for every other key. */
export function bulkImportOfUploadKey(key: string): string | undefined {
  return bulkUploadPattern.exec(key)?.[1];
}

const exchangePattern = /^exchange\/([a-z0-9][a-z0-9-]{0,30})\/from-partner\/([^/]{1,200})$/;

/**
 * The folder through which files go to a partner, or come from it; the partner reaches its own two and no
 * other.
 */
export function exchangeFolder(partner: string, direction: 'to-partner' | 'from-partner'): string {
  return `exchange/${partner}/${direction}/`;
}

/** The partner and the name of a file that came from a partner, `undefined` for every other key. */
export function exchangedFileOf(
  key: string,
): { readonly partner: string; readonly fileName: string } | undefined {
  const [, partner, fileName] = exchangePattern.exec(key) ?? [];
  return partner === undefined || fileName === undefined ? undefined : { partner, fileName };
}

/** Where the copy of an exchanged file lies, as it was when it was sent or read; no partner reaches it. */
export function exchangeReplicaKey(partner: string, fileUid: string): string {
  return `exchange-replicas/${partner}/${fileUid}`;
}

/** An area of a record request, in which its files lie. */
interface AreaPlace {
  readonly companyUid: string;
  readonly recordRequestUid: string;
  readonly area: 'deliverables' | 'documents' | 'attachments' | 'combined';
}

/**
 * The key of a file of a record request, `path` being what follows the area: made of our ids, never of what
 * it is called.
 */
export function recordRequestFileKey(
  { companyUid, recordRequestUid, area }: AreaPlace,
  path: string,
): string {
  return `companies/${companyUid}/record-requests/${recordRequestUid}/${area}/${path}`;
}

const documentPattern = new RegExp(
  `^companies/${uuidPattern}/record-requests/${uuidPattern}/documents/(${uuidPattern})$`,
);

/** The file whose object lies at a key of a document, `undefined` for every other key. */
export function documentOfKey(key: string): string | undefined {
  return documentPattern.exec(key)?.[1];
}

/** The key of a file on its way from an operator's browser, until it is attached to its record request. */
export function deskUploadKey(uid: string): string {
  return `desk-uploads/${uid}`;
}
