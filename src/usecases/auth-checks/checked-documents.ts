/** The analysis of documents outside any patient, each under a name that its user chose (CHECK-13). */
import { noDetail } from '../../domain/audit-events';
import { etagOf } from '../../domain/changes';
import type { KeyPrincipal } from '../../access/principal';
import type { AuthCheck } from '../../domain/auth-checks/auth-check';
import { checkedDocumentsMax } from '../../domain/auth-checks/limits';
import {
  awaitUpload,
  patientOf,
  restate,
  type CheckedDocument,
  type StatedContext,
  type StatedPatient,
} from '../../domain/auth-checks/submission';
import { notFound, Problem } from '../../domain/problem';
import type { AuthCheckTokens, OpenedAuthCheck } from '../../embeds/auth-check/token';
import { checkedDocumentKey } from '../../files/key-layout';
import type { ObjectStore, PresignedUrl } from '../../files/object-store';
import { findCurrentAuthCheck, insertUserDocument } from '../../store/auth-checks/auth-checks';
import {
  countCheckedDocuments,
  findCheckedDocument,
  findCheckedDocumentByUid,
  findLatestSubmission,
  insertCheckedDocument,
  lockCheckedDocument,
  putSubmission,
  type CheckedDocumentOwner,
} from '../../store/auth-checks/checked-documents';
import { getCompanyTimeZone } from '../../store/tenants/tenants';
import { resource, type CustomerChange, type FileParts } from '../change';
import type { Reading } from '../reading';
import { compareCheckedDocument, runAttributesOf } from './checked-document-uploads';
import { startRunOf } from './run-orders';
import { comparedWith } from './results';

function ownerOf({
  companyUid,
  environment,
  userUid,
}: Pick<KeyPrincipal, keyof CheckedDocumentOwner>): CheckedDocumentOwner {
  return { companyUid, environment, userUid };
}

/** @throws Problem `authCheck.tooManyDocuments` */
async function makeDocument(change: CustomerChange, fileName: string): Promise<CheckedDocument> {
  const { tx, principal, now } = change;
  const owner = ownerOf(principal);
  const count = await countCheckedDocuments(tx, owner);
  // A concurrent request counted before may have created this same document.
  const others = await lockCheckedDocument(tx, owner, fileName);
  if (others !== undefined) return others;
  if (count >= checkedDocumentsMax) throw new Problem('authCheck.tooManyDocuments');
  const made = { uid: change.newUid(), ...owner, fileName, etag: null, uploadedAt: null, createdAt: now };
  await insertUserDocument(tx, { ...made, storageKey: checkedDocumentKey(made) }, now);
  await insertCheckedDocument(tx, made);
  return made;
}

/**
 * Locks the document of a name, or creates it if the caller has none with that name. @throws Problem
 * `authCheck.tooManyDocuments`
 */
async function lockOrMake(change: CustomerChange, fileName: string): Promise<CheckedDocument> {
  const found = await lockCheckedDocument(change.tx, ownerOf(change.principal), fileName);
  return found ?? makeDocument(change, fileName);
}

/**
 * Offers the upload of a document. The submitted patient is kept for the coming upload (CHECK-17, CHECK-20).
 * @throws Problem `authCheck.tooManyDocuments`
 */
export async function offerCheckedUpload(
  change: CustomerChange,
  fileName: string,
  stated: StatedContext | undefined,
): Promise<CheckedDocument> {
  const document = await lockOrMake(change, fileName);
  const latest = await findLatestSubmission(change.tx, document.uid);
  await putSubmission(change.tx, awaitUpload(document.uid, latest, stated, change.now));
  await change.audit(resource('authCheck', document), 'authCheck.offerUpload', noDetail);
  return document;
}

/** A document and the patient of its latest submission: what a token is created from. */
export interface StatedDocument {
  readonly document: CheckedDocument;
  readonly patient: StatedPatient;
}

/**
 * States the patient for another token of a document, also before its upload (CHECK-18, CHECK-21).
 * @throws Problem `authCheck.tooManyDocuments`
 */
export async function restateCheckedDocument(
  change: CustomerChange,
  fileName: string,
  stated: StatedContext,
): Promise<StatedDocument> {
  const document = await lockOrMake(change, fileName);
  const latest = await findLatestSubmission(change.tx, document.uid);
  await putSubmission(change.tx, restate(document.uid, latest, stated, change.now));
  await change.audit(resource('authCheck', document), 'authCheck.mintToken', noDetail);
  return { document, patient: stated };
}

/** @throws Problem 404 if the caller no longer has the document */
async function getOwn({ db, principal, saw }: Reading, uid: string): Promise<CheckedDocument> {
  const document = await findCheckedDocumentByUid(db, uid);
  const { companyUid, environment, userUid } = principal;
  if (
    document?.companyUid !== companyUid ||
    document.environment !== environment ||
    document.userUid !== userUid
  )
    throw notFound('the user has no such document');
  saw(resource('authCheck', document));
  return document;
}

/** Returns the document that an earlier request stated, in its current state. @throws Problem 404 */
export async function getStatedDocument(reading: Reading, uid: string): Promise<StatedDocument> {
  const document = await getOwn(reading, uid);
  const latest = await findLatestSubmission(reading.db, uid);
  const patient = latest === undefined ? undefined : patientOf(latest);
  if (patient === undefined) throw notFound('the latest submission no longer states a patient');
  return { document, patient };
}

/** Returns the document that an earlier request reanalyzed. @throws Problem 404 */
export async function getRetriggered(reading: Reading, uid: string): Promise<CheckedDocument> {
  return getOwn(reading, uid);
}

/**
 * Checks for the upload of a document that isn't on file yet, so that its uploader needn't wait for the
 * notification.
 * @throws Problem `service.unavailable` if the object store is asked and doesn't answer
 */
export async function lookForCheckedUpload(
  parts: FileParts,
  principal: KeyPrincipal,
  fileName: string,
): Promise<void> {
  const document = await findCheckedDocument(parts.db, ownerOf(principal), fileName);
  if (document?.etag === null) await compareCheckedDocument(parts, document);
}

/**
 * Discards the analysis of a document and queues a new one, which reads it again (CHECK-19).
 * @throws Problem `authCheck.nothingUploaded`
 */
export async function retriggerCheckedDocument(
  change: CustomerChange,
  fileName: string,
): Promise<CheckedDocument> {
  const document = await lockCheckedDocument(change.tx, ownerOf(change.principal), fileName);
  if (document === undefined || document.etag === null) throw new Problem('authCheck.nothingUploaded');
  const attributes = await runAttributesOf(change.tx, document);
  await startRunOf(change, document.uid, { etag: document.etag, keepsReading: false }, attributes);
  await change.audit(resource('authCheck', document), 'authCheck.retrigger', { etag: etagOf(document.etag) });
  return document;
}

/** A document with its analysis, compared with the patient of a token. */
export interface CheckedDocumentView {
  readonly document: CheckedDocument;
  readonly analysis: AuthCheck | undefined;
}

/**
 * Returns a document for a caller with its token, always compared with the object store first (CHECK-15).
 * @param claims the token's claims; `undefined` if it doesn't open
 * @throws Problem `embed.tokenInvalid`
 */
export async function readCheckedDocument(
  parts: FileParts,
  reading: Reading,
  fileName: string,
  claims: OpenedAuthCheck | undefined,
): Promise<CheckedDocumentView> {
  if (claims === undefined) throw new Problem('embed.tokenInvalid');
  const owner = ownerOf(reading.principal);
  const found = await findCheckedDocument(reading.db, owner, fileName);
  if (found === undefined || checkedDocumentKey(found) !== claims.storageKey)
    throw new Problem('embed.tokenInvalid', { internal: 'the token belongs to another document' });
  const isNoticed = await compareCheckedDocument(parts, found);
  const document = isNoticed ? await getOwn(reading, found.uid) : found;
  reading.saw(resource('authCheck', document));
  const analysis = await findCurrentAuthCheck(reading.db, document.uid);
  const timeZone = await getCompanyTimeZone(reading.db, document.companyUid);
  return { document, analysis: analysis && comparedWith(analysis, claims.patient, timeZone) };
}

/**
 * The download name of a document. Its own name is the user's, and could reveal a patient where URLs are
 * logged.
 */
const downloadName = 'Authorization.pdf';

/** Creates URLs for uploading the document and, if one is on file, for downloading it. */
export function offerCheckedFile(
  files: ObjectStore,
  document: CheckedDocument,
  at: Date,
): { readonly upload: PresignedUrl; readonly download: PresignedUrl | undefined } {
  const key = checkedDocumentKey(document);
  const download =
    document.etag === null ? undefined : files.presignDownload(key, downloadName, at, 'application/pdf');
  return { upload: files.presignUpload(key, at), download };
}

/** Creates a token of a document for a patient (CHECK-18), without the caller's reference (CHECK-21). */
export function mintCheckedToken(
  tokens: AuthCheckTokens,
  document: CheckedDocument,
  { firstName, lastName, dateOfBirth }: StatedPatient,
  at: Date,
): string {
  const storageKey = checkedDocumentKey(document);
  const patient = { firstName, lastNames: [lastName], dateOfBirth };
  return tokens.mint({ companyUid: document.companyUid, storageKey, patient }, at);
}
