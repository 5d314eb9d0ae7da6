import type { Legibility, Refusal, FoundDate, ReadValue } from '../auth-checks/extraction';

/** The documents that give a signer authority, or prove the patient's death. */
export const supportingKinds = ['powerOfAttorney', 'guardianship', 'letters', 'deathCertificate'] as const;

/** The kind of a supporting document. */
export type SupportingKind = (typeof supportingKinds)[number];

/** An age on a document. */
export interface FoundAge extends ReadValue {
  readonly years: number;
}

/** The data found on a supporting document: where, and in its own words. */
export interface SupportingData {
  /** `null` if none of the kinds is recognized. */
  readonly kind: SupportingKind | null;
  /** The person it is about: the principal, the ward, or the decedent. */
  readonly patientName: ReadValue | null;
  readonly patientDateOfBirth: FoundDate | null;
  /** The person it appoints; a death certificate appoints nobody. */
  readonly representative: ReadValue | null;
  /** When it was signed or issued. */
  readonly issuedOn: FoundDate | null;
  /** When it ends; `null` if it states no date. */
  readonly endsOn: FoundDate | null;
  /** On a death certificate; `null` if it establishes a death without a date. */
  readonly dateOfDeath: FoundDate | null;
  /** The age at death that it prints, in years; absent in readings of earlier releases. */
  readonly ageAtDeath?: FoundAge | null;
}

/** The stored result of reading one. Its text isn't kept, because nothing needs it. */
export interface SupportingReading {
  readonly data: SupportingData;
  readonly pageCount: number;
  readonly legibility: Legibility;
}

/** A supporting document that was read, for judging an authorization. */
export interface SupportingPaper {
  /** Its name, `supporting-document-1.pdf`. */
  readonly name: string;
  /** Its content, or why it can't be read. */
  readonly reading: SupportingReading | Refusal;
}

/** Returns the name of a patient's supporting document. We assign it, since an upload has none. */
export function supportingName(number: number): string {
  return `supporting-document-${number}.pdf`;
}

/** The most supporting documents per patient. */
export const supportingMax = 5;

/** A supporting document as listed in answers about its patient. */
export interface ListedSupporting {
  readonly uid: string;
  /** From 1 to 5, in order of arrival. */
  readonly number: number;
  /** Its recognized kind; `null` before it is read, and if unknown. */
  readonly kind: SupportingKind | null;
  /** `pending` until it is read. */
  readonly status: 'pending' | 'read';
  /** Why it can't be read. */
  readonly refusal: Refusal | null;
}

/** An upload as the object store reports it. */
interface ReceivedUpload {
  readonly etag: string;
  readonly uploadedAt: Date;
}

/** A supporting document of a patient, with the reading of its latest upload. */
export interface SupportingDocument extends ListedSupporting, ReceivedUpload {
  readonly companyUid: string;
  readonly patientUid: string;
  /** Counts its uploads, from 1. A reading of an earlier upload is discarded. */
  readonly run: number;
  readonly reading: SupportingReading | null;
  readonly readAt: Date | null;
  readonly createdAt: Date;
}

/** Whether this exact upload is already on file: the same bytes, uploaded at the same time. */
export function isSupportingOnFile(
  document: Pick<SupportingDocument, 'etag' | 'uploadedAt'>,
  { etag, uploadedAt }: ReceivedUpload,
): boolean {
  return document.etag === etag && document.uploadedAt.getTime() === uploadedAt.getTime();
}

const unread = { status: 'pending', kind: null, refusal: null, reading: null, readAt: null } as const;

/** Returns a document for a first upload. */
export function newSupporting(
  place: Pick<SupportingDocument, 'uid' | 'companyUid' | 'patientUid' | 'number' | 'createdAt'>,
  { etag, uploadedAt }: ReceivedUpload,
): SupportingDocument {
  return { ...place, ...unread, etag, uploadedAt, run: 1 };
}

/** Returns a document after a replacing upload, without the previous reading. */
export function replaceSupporting(
  before: SupportingDocument,
  { etag, uploadedAt }: ReceivedUpload,
): SupportingDocument {
  return { ...before, ...unread, etag, uploadedAt, run: before.run + 1 };
}

/** Returns the documents that were read, for judging an authorization. */
export function papersOf(documents: readonly SupportingDocument[]): SupportingPaper[] {
  return documents.flatMap(({ number, reading, refusal }) => {
    const read = reading ?? refusal;
    return read === null ? [] : [{ name: supportingName(number), reading: read }];
  });
}
