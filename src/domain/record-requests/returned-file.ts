/** The rules for files that facilities return: which are read, and what a customer learns of the result. */
import type { ChartVerdict } from './chart-identity';
import { contentTypeByBytes } from './content-type';

/** The kinds that are read, by their bytes. Files inside a ZIP file are read if they are DICOM files. */
const readTypes: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/dicom',
  'application/zip',
  'image/jpeg',
  'image/png',
]);

/**
 * Whether a returned file can be read: by its first bytes, not by its name. Text has no signature bytes, so
 * it also needs a content type of text.
 */
export function isReadableReturn(start: Uint8Array, contentType: string): boolean {
  const found = contentTypeByBytes(start);
  if (found !== undefined) return readTypes.has(found);
  const isNamedText = /^text\/|[/+]xml$|^application\/octet-stream$/.test(contentType);
  return isNamedText && start.length > 0 && !start.includes(0);
}

/** A released file, as its check left it. */
export interface CheckedFile {
  readonly verdict: ChartVerdict;
  readonly releasedAt: Date | null;
}

/** What a customer reads about the check of a file. */
export interface PatientCheck {
  readonly result: 'matched' | 'notStated' | 'notReadable' | 'released';
  readonly note: string;
}

/** The results, as customers see them. */
export const patientCheckResults = ['matched', 'notStated', 'notReadable', 'released'] as const;

const notes: Readonly<Record<PatientCheck['result'], string>> = {
  matched: "The patient's name or date of birth is in this file, and no other patient's.",
  notStated:
    "We couldn't find a patient's name or date of birth in this file. Check that it's your patient's.",
  notReadable: "We couldn't read this file to compare it with the patient. Check that it's your patient's.",
  released: 'This file also names someone else. Support reviewed it and released it.',
};

/** Returns what a customer reads about the check of a file; `undefined` if it wasn't checked. */
export function patientCheckOf(check: CheckedFile | undefined): PatientCheck | undefined {
  if (check === undefined) return undefined;
  const { verdict } = check;
  const result = verdict === 'mismatch' ? 'released' : verdict === 'matches' ? 'matched' : verdict;
  return { result, note: notes[result] };
}
