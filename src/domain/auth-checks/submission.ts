import type { CalendarDate } from '../clinical/calendar-date';
import type { Environment } from '../projects/project';

/**
 * A document outside any patient, under a name that its user chose. Its object key is made of these ids
 * (CHECK-22).
 */
export interface CheckedDocument {
  readonly uid: string;
  readonly companyUid: string;
  readonly environment: Environment;
  readonly userUid: string;
  readonly fileName: string;
  /** The object store's etag of the bytes on file; `null` before the first upload. */
  readonly etag: string | null;
  readonly uploadedAt: Date | null;
  readonly createdAt: Date;
}

/** The patient that a document is stated to be about. */
export interface StatedPatient {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: CalendarDate;
}

/** What is sent with a document: its patient and the caller's reference. */
export interface StatedContext extends StatedPatient {
  /** `null` if none was sent, or a blank one. */
  readonly referenceId: string | null;
}

/** An upload as the object store reports it. */
export interface ReceivedUpload {
  readonly etag: string;
  readonly uploadedAt: Date;
}

/**
 * An upload of a document with the patient stated for it. It is kept longer than any of its tokens lives
 * (CHECK-20).
 */
export interface Submission {
  readonly documentUid: string;
  /** From 1. */
  readonly number: number;
  /** `null` while its upload is pending. */
  readonly etag: string | null;
  readonly uploadedAt: Date | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly dateOfBirth: CalendarDate | null;
  readonly referenceId: string | null;
  readonly statedAt: Date;
}

const nobody = { firstName: null, lastName: null, dateOfBirth: null, referenceId: null } as const;

function after(documentUid: string, latest: Submission | undefined) {
  return { documentUid, number: (latest?.number ?? 0) + 1, etag: null, uploadedAt: null } as const;
}

/** Returns the patient that a submission states, `undefined` if none was sent. */
export function patientOf({ firstName, lastName, dateOfBirth }: Submission): StatedPatient | undefined {
  return firstName === null || lastName === null || dateOfBirth === null
    ? undefined
    : { firstName, lastName, dateOfBirth };
}

/**
 * Whether this exact upload is already on file: the same bytes, uploaded at the same time, as for patients
 * (DECISION-20).
 */
export function isReceived(
  { etag, uploadedAt }: Pick<CheckedDocument, 'etag' | 'uploadedAt'>,
  received: ReceivedUpload,
): boolean {
  return etag === received.etag && uploadedAt?.getTime() === received.uploadedAt.getTime();
}

/**
 * Returns the submission whose upload is pending after its URL was issued, with what was sent then and
 * nothing from the previous one (CHECK-20, CHECK-21). A pending submission whose upload never arrived is
 * reused.
 */
export function awaitUpload(
  documentUid: string,
  latest: Submission | undefined,
  stated: StatedContext | undefined,
  at: Date,
): Submission {
  const place = latest?.etag === null ? latest : after(documentUid, latest);
  return { ...place, ...nobody, ...stated, statedAt: at };
}

/**
 * Returns the submission for an upload: the pending one. A second upload to the same URL is a separate
 * submission about the patient of that URL, without its reference (CHECK-21).
 */
export function receiveUpload(
  documentUid: string,
  latest: Submission | undefined,
  received: ReceivedUpload,
  at: Date,
): Submission {
  if (latest?.etag === null) return { ...latest, ...received };
  const place = after(documentUid, latest);
  return { ...nobody, ...latest, ...place, referenceId: null, statedAt: at, ...received };
}

function isSamePatient(submission: Submission, stated: StatedPatient): boolean {
  const before = patientOf(submission);
  return (
    before !== undefined &&
    before.dateOfBirth === stated.dateOfBirth &&
    before.firstName.toLowerCase() === stated.firstName.toLowerCase() &&
    before.lastName.toLowerCase() === stated.lastName.toLowerCase()
  );
}

/**
 * Returns the latest submission after another token for it was created: about the token's patient. A
 * reference that was sent replaces its own; otherwise it is kept for the same patient and dropped for another
 * (CHECK-21).
 */
export function restate(
  documentUid: string,
  latest: Submission | undefined,
  stated: StatedContext,
  at: Date,
): Submission {
  if (latest === undefined) return awaitUpload(documentUid, undefined, stated, at);
  const kept = isSamePatient(latest, stated) ? latest.referenceId : null;
  return { ...latest, ...stated, referenceId: stated.referenceId ?? kept, statedAt: at };
}
