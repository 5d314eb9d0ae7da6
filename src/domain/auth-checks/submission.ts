import type { CalendarDate } from '../clinical/calendar-date';
import type { Environment } from '../projects/project';

/**
 * A document outside of any patient, under a name of its user's own; it lies at a key made of these ids
 * (CHECK-22).
 */
export interface CheckedDocument {
  readonly uid: string;
  readonly companyUid: string;
  readonly environment: Environment;
  readonly userUid: string;
  readonly fileName: string;
  /** What the object store calls the bytes on file; `null` while none are. */
  readonly etag: string | null;
  readonly uploadedAt: Date | null;
  readonly createdAt: Date;
}

/** Whom a document is said to be about. */
export interface StatedPatient {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: CalendarDate;
}

/** What is sent with a document: its patient and the caller's own reference. */
export interface StatedContext extends StatedPatient {
  /** `null` where none was sent, or a blank one. */
  readonly referenceId: string | null;
}

/** An upload as the object store has it. */
export interface ReceivedUpload {
  readonly etag: string;
  readonly uploadedAt: Date;
}

/**
 * An upload of a document with what was stated of its patient; kept longer than any token of it lives
 * (CHECK-20).
 */
export interface Submission {
  readonly documentUid: string;
  /** From 1. */
  readonly number: number;
  /** `null` while its upload is awaited. */
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

/** The patient that a submission states, `undefined` where none was sent. */
export function patientOf({ firstName, lastName, dateOfBirth }: Submission): StatedPatient | undefined {
  return firstName === null || lastName === null || dateOfBirth === null
    ? undefined
    : { firstName, lastName, dateOfBirth };
}

/**
 * Whether this very upload is on file: the same bytes, put there at the same time, as of patients
 * (DECISION-20).
 */
export function isReceived(
  { etag, uploadedAt }: Pick<CheckedDocument, 'etag' | 'uploadedAt'>,
  received: ReceivedUpload,
): boolean {
  return etag === received.etag && uploadedAt?.getTime() === received.uploadedAt.getTime();
}

/**
 * The submission whose upload is awaited once its URL was given out, with what was sent then and nothing of
 * the one before (CHECK-20, CHECK-21). One that was awaited already and never came is taken for it.
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
 * The submission that an upload comes to: the awaited one. A second upload to one URL is a submission of its
 * own, about the patient of that URL and without its reference (CHECK-21).
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
 * The latest submission once another token of it is minted: about the patient of the token. Its reference is
 * the one that was sent; without one it stays for the same patient and is dropped for another (CHECK-21).
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
