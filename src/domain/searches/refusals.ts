import type { PatientDetailName, PatientDetails } from '../patients/details';
import type { Refusals, SearchState } from './search';

/**
 * What of a patient is sent to a partner: what a search needs to find a person and no more (45 CFR
 * 164.502(b), minimum necessary). A refused request goes again when one of these changes.
 */
export const sentDetailNames = [
  'firstName',
  'lastNames',
  'dateOfBirth',
  'sex',
  'zipCodes',
] as const satisfies readonly PatientDetailName[];

/** What of a patient is sent to a partner. */
export type SentDetails = Pick<PatientDetails, (typeof sentDetailNames)[number]>;

/** What of a patient is sent to a partner, and nothing else. */
export function sentDetailsOf(details: PatientDetails): SentDetails {
  const { firstName, lastNames, dateOfBirth, sex, zipCodes } = details;
  return { firstName, lastNames, dateOfBirth, sex, zipCodes };
}

const hour = 60 * 60 * 1000;
/**
 * How long an unchanged request waits after each refusal before it goes again: a partner's own fault is
 * mended within hours, and a wrong detail is not mended by haste. After the last of them the provider must
 * re-arm the search.
 */
export const resendDelaysMs = [1 * hour, 6 * hour, 24 * hour] as const;

/**
 * The search after a refusal: armed, waiting for corrected details; after too many refusals of an unchanged
 * request, waiting for the provider. One that was switched off meanwhile is off.
 */
export function refuse<S extends SearchState & Refusals>(search: S, atMs: number): S {
  const refusals = search.refusals + 1;
  const delay = resendDelaysMs[refusals - 1];
  const resendAtMs = delay === undefined ? null : atMs + delay;
  const refused = { ...search, outcome: 'RequestRejected', refusals, resendAtMs } as const;
  // Its time is kept, so that the same request waits as long after it is switched off and on again.
  if (!search.isRequested) return { ...refused, phase: 'off', waitsFor: null };
  return { ...refused, phase: 'armed', waitsFor: delay === undefined ? 'rearming' : 'correction' };
}

/** Whether a search was refused so often that only the provider moves it. */
function isStopped({ refusals }: Refusals): boolean {
  return refusals > resendDelaysMs.length;
}

/**
 * The searches after flags were set: one that was refused too often waits for the provider still, corrected
 * or not, however it came to be armed again.
 */
export function keepStopped<S extends SearchState & Refusals>(searches: readonly S[]): S[] {
  return searches.map(search =>
    search.phase === 'armed' && isStopped(search) ? { ...search, waitsFor: 'rearming' } : search,
  );
}

/**
 * What holds back a request that is the same as the one refused last: nothing once its time has come, else as
 * {@link refuse} left it, however the search came to be armed again.
 */
export function holdUnchanged<S extends SearchState & Refusals>(search: S, atMs: number): S | undefined {
  if (search.refusals === 0) return undefined;
  if (isStopped(search)) return { ...search, waitsFor: 'rearming', resendAtMs: null };
  return search.resendAtMs !== null && atMs < search.resendAtMs
    ? { ...search, waitsFor: 'correction' }
    : undefined;
}

/**
 * The searches after an edit that changed these details: one that waits for corrected details goes by its
 * gates again when something that is sent has changed. One that waits for the provider goes on waiting.
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

/** The search re-armed by the provider: it goes by its gates again at once, its refusals forgotten. */
export function rearm<S extends SearchState & Refusals>(search: S): S {
  return { ...search, waitsFor: null, refusals: 0, resendAtMs: null };
}

// A partner chooses its codes: what is not a few capitals with a number could be a name, a date or a ZIP
// code.
const codePattern = /^[A-Z][A-Z-]{0,7}\d{1,4}$/;

/**
 * A partner's code for its refusal, where it may be shown in a place that holds no patient data; else `null`.
 */
export function shownCode(code: string): string | null {
  return codePattern.test(code) ? code : null;
}
