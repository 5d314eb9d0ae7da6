import type { CalendarDate } from '../clinical/calendar-date';
import type { PatientDetails } from '../patients/details';
import type { ProjectPurpose, ProjectStatus } from '../projects/project';
import type { SupportingPaper } from '../supporting-documents/supporting-document';
import type { SearchState } from '../searches/search';

/** What is known beside the document when it is judged. */
export interface JudgingContext {
  /** The day it is judged. */
  readonly on: CalendarDate;
  /** Whom it should be about; null for a document outside of any patient without a patient context. */
  readonly patient:
    | (Pick<PatientDetails, 'firstName' | 'lastNames' | 'dateOfBirth'> & {
        readonly dateOfDeath: CalendarDate | null;
      })
    | null;
  /** The patient's supporting documents that were read, by their numbers. */
  readonly supporting: readonly SupportingPaper[];
  /** What it is for; null outside of any project. */
  readonly project: {
    readonly purpose: ProjectPurpose;
    /** The name of the company that asks. */
    readonly companyName: string;
    /** Whether it is a sandbox project: there the sample authorization is good for every company. */
    readonly isSandbox: boolean;
  } | null;
  /**
   * What the patient's record must hold for the searches that are wanted on a live project; null: nothing.
   */
  readonly searchDetails: { readonly hasZipCode: boolean; readonly hasSex: boolean } | null;
}

/**
 * What an auth-check says of the patient's record: whether it holds what partners of live projects ask for,
 * where such a search is wanted. Sandbox searches need neither.
 */
export function searchDetailsOf(
  status: ProjectStatus,
  {
    searches,
    zipCodes,
    sex,
  }: Pick<PatientDetails, 'zipCodes' | 'sex'> & { readonly searches: readonly SearchState[] },
): JudgingContext['searchDetails'] {
  const isAsked =
    status === 'Live' && searches.some(({ kind, isRequested }) => isRequested && kind !== 'siteSonar');
  return isAsked ? { hasZipCode: zipCodes.length > 0, hasSex: sex !== null && sex !== 'Unknown' } : null;
}
