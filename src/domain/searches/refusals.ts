import type { PatientDetailName, PatientDetails } from '../patients/details';
import type { Refusals, SearchState } from './search';

/**
 * The patient details sent to a partner: only what a search needs to find a person (45 CFR 164.502(b),
 * minimum necessary). A refused request is resent when one of these changes.
 */
export const sentDetailNames = [
  'firstName',
  'lastNames',
  'dateOfBirth',
  'sex',
  'zipCodes',
] as const satisfies readonly PatientDetailName[];

/** The patient details sent to a partner. */
export type SentDetails = Pick<PatientDetails, (typeof sentDetailNames)[number]>;

/** Returns only the patient details sent to a partner. */
export function sentDetailsOf(details: PatientDetails): SentDetails {
  const { firstName, lastNames, dateOfBirth, sex, zipCodes } = details;
  return { firstName, lastNames, dateOfBirth, sex, zipCodes };
}

const hour = 60 * 60 * 1000;
/**
 * How long an unchanged request waits after each refusal before it is resent. A partner's own fault is fixed
 * within hours, and resending sooner doesn't fix a wrong detail. After the last one, the provider must re-arm
 * the search.
 */
export const resendDelaysMs = [1 * hour, 6 * hour, 24 * hour] as const;

/**
 * Returns the search after a refusal: armed and waiting for corrected details, or, after too many refusals of
 * an unchanged request, waiting for the provider. One that was switched off meanwhile is off.
 */
export function refuse<S extends SearchState & Refusals>(search: S, atMs: number): S {
  const refusals = search.refusals + 1;
  const delay = resendDelaysMs[refusals - 1];
  const resendAtMs = delay === undefined ? null : atMs + delay;
  const refused = { ...search, outcome: 'RequestRejected', refusals, resendAtMs } as const;
  // The time is kept, so that the same request waits just as long after it is switched off and on again.
  if (!search.isRequested) return { ...refused, phase: 'off', waitsFor: null };
  return { ...refused, phase: 'armed', waitsFor: delay === undefined ? 'rearming' : 'correction' };
}

/** Whether a search was refused so often that only the provider can move it on. */
function isStopped({ refusals }: Refusals): boolean {
  return refusals > resendDelaysMs.length;
}

/**
 * Returns the searches after flags were set. One that was refused too often still waits for the provider,
 * corrected or not, however it was armed again.
 */
export function keepStopped<S extends SearchState & Refusals>(searches: readonly S[]): S[] {
  return searches.map(search =>
    search.phase === 'armed' && isStopped(search) ? { ...search, waitsFor: 'rearming' } : search,
  );
}

/**
 * Blocks a request that equals the last refused one until its time has come, as {@link refuse} left it,
 * however the search was armed again.
 */
export function holdUnchanged<S extends SearchState & Refusals>(search: S, atMs: number): S | undefined {
  if (search.refusals === 0) return undefined;
  if (isStopped(search)) return { ...search, waitsFor: 'rearming', resendAtMs: null };
  return search.resendAtMs !== null && atMs < search.resendAtMs
    ? { ...search, waitsFor: 'correction' }
    : undefined;
}

/**
 * Returns the searches after an edit of these details. One that waits for corrected details is gated again if
 * a sent detail changed. One that waits for the provider keeps waiting.
 */
export function noticeCorrection<S extends SearchState>(
  searches: readonly S[],
  changed: readonly PatientDetailName[],
): S[] {
  const isCorrected = sentDetailNames.some(name => changed.includes(name));
  return searches.map(search =>
    isCorrected && search.phase === 'armed' && search.waitsFor === 'correction'
      ? { ...search, waitsFor: null }
      : search,
  );
}

/** Whether the provider can re-arm a search: it was refused and waits. */
export function isRearmable(search: SearchState): boolean {
  return search.phase === 'armed' && (search.waitsFor === 'correction' || search.waitsFor === 'rearming');
}

/** Re-arms a search for the provider: it is gated again right away, and its refusals are forgotten. */
export function rearm<S extends SearchState & Refusals>(search: S): S {
  return { ...search, waitsFor: null, refusals: 0, resendAtMs: null };
}

// Partners choose their codes. Anything but a few capitals with a number could be a name, a date, or a ZIP
// code.
const codePattern = /^[A-Z][A-Z-]{0,7}\d{1,4}$/;

/** Returns a partner's refusal code if it may be shown where no patient data is allowed; else `null`. */
export function shownCode(code: string): string | null {
  return codePattern.test(code) ? code : null;
}
