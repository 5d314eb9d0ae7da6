import type { Legibility, Refusal, FoundDate, ReadValue } from '../auth-checks/extraction';

/** The papers that speak for whoever signed in the patient's place, or of the patient's death. */
export const supportingKinds = ['powerOfAttorney', 'guardianship', 'letters', 'deathCertificate'] as const;

/** What kind of paper a supporting document is. */
export type SupportingKind = (typeof supportingKinds)[number];

/** What was read on a supporting document: where, and in its own words. */
export interface SupportingData {
  /** Null where none of the kinds is recognised. */
  readonly kind: SupportingKind | null;
  /** Whom it is about: the principal, the ward or the deceased. */
  readonly patientName: ReadValue | null;
  readonly patientDateOfBirth: FoundDate | null;
  /** Whom it appoints; a death certificate appoints nobody. */
  readonly representative: ReadValue | null;
  /** When it was signed or issued. */
  readonly issuedOn: FoundDate | null;
  /** When it ends; null where it states no day. */
  readonly endsOn: FoundDate | null;
  /** Of a death certificate alone; null where it establishes a death without a day. */
  readonly dateOfDeath: FoundDate | null;
}

/** The stored result of reading one. Its text is not kept: nothing asks for it. */
export interface SupportingReading {
  readonly data: SupportingData;
  readonly pageCount: number;
  readonly legibility: Legibility;
}

/** A supporting document that was read, as an authorization is judged with it. */
export interface SupportingPaper {
  /** What it is called, `supporting-document-1.pdf`. */
  readonly name: string;
  /** What it says, or why it cannot be read. */
  readonly reading: SupportingReading | Refusal;
}

/** The name of a patient's supporting document: of our own making, since an upload has none. */
export function supportingName(number: number): string {
  return `supporting-document-${number}.pdf`;
}

/** The most supporting documents of a patient. */
export const supportingMax = 5;

/** A supporting document as answers about its patient list it. */
export interface ListedSupporting {
  readonly uid: string;
  /** From 1 to 5, in the order in which they came. */
  readonly number: number;
  /** What it was read to be; null until it was, and where that is not known. */
  readonly kind: SupportingKind | null;
  /** `pending` until it was read. */
  readonly status: 'pending' | 'read';
  /** Why it cannot be read. */
  readonly refusal: Refusal | null;
}

/** An upload as the object store has it. */
interface ReceivedUpload {
  readonly etag: string;
  readonly uploadedAt: Date;
}

/** A supporting document of a patient, with the reading of its latest upload. */
export interface SupportingDocument extends ListedSupporting, ReceivedUpload {
  readonly companyUid: string;
  readonly patientUid: string;
  /** Counts its uploads, from 1: a reading of an earlier one is of no use. */
  readonly run: number;
  readonly reading: SupportingReading | null;
  readonly readAt: Date | null;
  readonly createdAt: Date;
}

/** Whether this very upload is on file: the same bytes, put there at the same time. */
export function isSupportingOnFile(
  document: Pick<SupportingDocument, 'etag' | 'uploadedAt'>,
  { etag, uploadedAt }: ReceivedUpload,
): boolean {
  return document.etag === etag && document.uploadedAt.getTime() === uploadedAt.getTime();
}

const unread = { status: 'pending', kind: null, refusal: null, reading: null, readAt: null } as const;

/** A document that came for the first time. */
export function newSupporting(
  place: Pick<SupportingDocument, 'uid' | 'companyUid' | 'patientUid' | 'number' | 'createdAt'>,
  { etag, uploadedAt }: ReceivedUpload,
): SupportingDocument {
  return { ...place, ...unread, etag, uploadedAt, run: 1 };
}

/** A document after another upload to its place: what was read before is gone. */
export function replaceSupporting(
  before: SupportingDocument,
  { etag, uploadedAt }: ReceivedUpload,
): SupportingDocument {
  return { ...before, ...unread, etag, uploadedAt, run: before.run + 1 };
}

/** The documents that were read, as an authorization is judged with them. */
export function papersOf(documents: readonly SupportingDocument[]): SupportingPaper[] {
  return documents.flatMap(({ number, reading, refusal }) => {
    const read = reading ?? refusal;
    return read === null ? [] : [{ name: supportingName(number), reading: read }];
  });
}
