import type { ShownPage } from '../../domain/auth-checks/extraction';
import { documentBytesMax } from '../../domain/auth-checks/limits';
import type { Patient } from '../../domain/patients/patient';
import { notFound } from '../../domain/problem';
import { supportingName } from '../../domain/supporting-documents/supporting-document';
import { authorizationKey, supportingKey } from '../../files/key-layout';
import type { ObjectStore } from '../../files/object-store';
import type { Clock } from '../../platform/clock';
import { drawPicture, measurePages, type PageSize } from '../../reading/draw-document';
import type { Executor } from '../../store/database';
import { findPatientAuthCheck } from '../../store/auth-checks/auth-checks';
import { drawPageOnce, type DocumentVersion, type DrawingParts } from '../page-pictures';
import { findSupporting } from '../../store/auth-checks/supporting-documents';
import { putShownPage } from '../../store/desk/shown-pages';

/** The dependencies of rendering a patient's documents. */
interface DocumentParts extends DrawingParts {
  readonly db: Executor;
}

/** The dependencies of showing documents to an operator. */
interface ShowingParts extends DocumentParts {
  readonly clock: Clock;
}

/** A document of a patient, as its pages are shown. */
export interface ShownDocument {
  /** 0 for the authorization, otherwise the number of the supporting document. */
  readonly number: number;
  /** Its name in evidence; `null` for the authorization. */
  readonly name: string | null;
  /** `undefined` if it can't be rendered. */
  readonly pages: readonly PageSize[] | undefined;
}

/** A page of a document. */
export interface PageRef {
  readonly document: number;
  /** From 1. */
  readonly page: number;
}

/** A stored document; `etag` is the version on file if the store must still have that one. */
interface StoredDocument {
  readonly key: string;
  readonly etag: string | null;
  /** Only of a supporting document. */
  readonly uid?: string;
}

/** Returns a patient's document by its number; `undefined` if none is on file. */
function storedDocument(patient: Patient, number: number): StoredDocument | undefined {
  const { companyUid, projectUid, uid: patientUid, authorizationEtag, supportingDocuments } = patient;
  const place = { companyUid, projectUid, patientUid };
  if (number === 0)
    return authorizationEtag === null ? undefined : { key: authorizationKey(place), etag: authorizationEtag };
  const document = supportingDocuments.find(candidate => candidate.number === number);
  return document && { key: supportingKey(place, document.uid), etag: null, uid: document.uid };
}

/** Returns the stored version of a document; `undefined` if it is gone, too large, or was replaced. */
async function versionOf(
  files: ObjectStore,
  { key, etag }: StoredDocument,
): Promise<DocumentVersion | undefined> {
  const facts = await files.head(key);
  // One that is too large was refused and isn't rendered.
  if (facts === undefined || facts.sizeBytes > documentBytesMax) return undefined;
  // The picture of a newer upload would be taken for the version that is decided on.
  if (etag !== null && facts.etag !== etag) return undefined;
  return { key, etag: facts.etag };
}

/**
 * Returns the pages of a document's version that are shown otherwise than in the file; none while it is being
 * read.
 */
async function findShownPages(
  db: Executor,
  { uid: patientUid }: Patient,
  { uid }: StoredDocument,
  { etag }: DocumentVersion,
): Promise<readonly ShownPage[]> {
  if (uid === undefined) {
    const check = await findPatientAuthCheck(db, patientUid);
    return (check?.etag === etag ? check.extraction?.legibility.shownPages : undefined) ?? [];
  }
  const document = await findSupporting(db, uid);
  return (document?.etag === etag ? document.reading?.legibility.shownPages : undefined) ?? [];
}

/**
 * Returns a patient's documents with their page sizes (DESK-15): these, or all. Call it outside any
 * transaction: it takes processes.
 */
export async function measureDocuments(
  { db, files, turns }: DocumentParts,
  patient: Patient,
  numbers: readonly number[] = [0, ...patient.supportingDocuments.map(({ number }) => number)],
): Promise<readonly ShownDocument[]> {
  const shown = await Promise.all(
    numbers.map(number =>
      turns.run(async (): Promise<readonly ShownDocument[]> => {
        const document = storedDocument(patient, number);
        if (document === undefined) return [];
        const version = await versionOf(files, document);
        const sizes = version && (await measurePages(await files.get(version.key, documentBytesMax)));
        const shown = version === undefined ? [] : await findShownPages(db, patient, document, version);
        const pages = sizes?.map((size, index) => {
          const { width, height } = shown.find(({ page }) => page === index + 1) ?? size;
          return { width, height };
        });
        return [{ number, name: number === 0 ? null : supportingName(number), pages }];
      }),
    ),
  );
  return shown.flat();
}

async function noteShown(
  { db, clock }: ShowingParts,
  { uid: patientUid, authorizationEtag: etag }: Patient,
  looked: { readonly sessionUid: string; readonly page: number; readonly isShown: boolean },
): Promise<void> {
  if (etag === null) return;
  await putShownPage(db, { ...looked, patientUid, etag, shownAt: clock.now() });
}

/** Whether a version was recorded, so that its pictures are removed once another one is. */
async function isOnRecord(
  db: Executor,
  { uid }: StoredDocument,
  { etag }: DocumentVersion,
): Promise<boolean> {
  return uid === undefined || (await findSupporting(db, uid))?.etag === etag;
}

/**
 * Returns the image of a page, rendered by a process without rights, never the untrusted document itself
 * (DESK-15). It is drawn when it is first viewed, and kept beside the document (DESK-49).
 * @returns `undefined` for a page that doesn't exist or can't be rendered
 */
export async function drawPageOf(
  { files, turns, db }: DocumentParts,
  patient: Patient,
  { document: number, page }: PageRef,
): Promise<Buffer | undefined> {
  const document = storedDocument(patient, number);
  if (document === undefined) return undefined;
  const version = await versionOf(files, document);
  if (version === undefined) return undefined;
  const draw = async (number: number) => {
    const bytes = await files.get(version.key, documentBytesMax);
    const shown = await findShownPages(db, patient, document, version);
    return drawPicture(
      bytes,
      number,
      undefined,
      shown.find(one => one.page === number),
    );
  };
  const drawn = { ...version, draw, isOnRecord: () => isOnRecord(db, document, version) };
  return drawPageOnce({ files, turns }, drawn, page);
}

/**
 * Returns a patient's documents with their page sizes for a session at the desk, and records whether the
 * authorization can't be displayed, which its approval then needs a reason for (AUTH-28).
 */
export async function openDocuments(
  parts: ShowingParts,
  patient: Patient,
  sessionUid: string,
): Promise<readonly ShownDocument[]> {
  const documents = await measureDocuments(parts, patient);
  const authorization = documents.find(({ number }) => number === 0);
  if (authorization !== undefined && authorization.pages === undefined)
    await noteShown(parts, patient, { sessionUid, page: 0, isShown: false });
  return documents;
}

/**
 * Returns the image of a page for a session at the desk, and records that this version was shown (DESK-44).
 * @throws Problem 404 for a page that doesn't exist or can't be rendered
 */
export async function showPage(
  parts: ShowingParts,
  patient: Patient,
  sessionUid: string,
  ref: PageRef,
): Promise<Buffer> {
  const { document, page } = ref;
  const picture = await drawPageOf(parts, patient, ref);
  const isShown = picture !== undefined;
  // Every document has a first page, so one without it can't be displayed.
  if (document === 0 && (isShown || page === 1))
    await noteShown(parts, patient, { sessionUid, page, isShown });
  if (picture === undefined) throw notFound('the patient has no such page');
  return picture;
}
