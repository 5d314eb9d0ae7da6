import type { CalendarDate } from '../clinical/calendar-date';
import type { PatientDetails } from '../patients/details';
import type { ProjectPurpose, ProjectStatus } from '../projects/project';
import type { SupportingPaper } from '../supporting-documents/supporting-document';
import type { SearchState } from '../searches/search';

/** What a document is judged against. */
export interface JudgingContext {
  /** The day it is judged. */
  readonly on: CalendarDate;
  /** The expected patient; `null` for a document outside any patient without a patient context. */
  readonly patient:
    | (Pick<PatientDetails, 'firstName' | 'lastNames' | 'dateOfBirth'> & {
        readonly dateOfDeath: CalendarDate | null;
      })
    | null;
  /** The patient's supporting documents that were read, with their numbers. */
  readonly supporting: readonly SupportingPaper[];
  /** The project; `null` outside any project. */
  readonly project: {
    readonly purpose: ProjectPurpose;
    /** The name of the requesting company. */
    readonly companyName: string;
    /** Whether it is a sandbox project: there the sample authorization is good for every company. */
    readonly isSandbox: boolean;
  } | null;
  /** What the patient's record must contain for enabled searches on a live project; `null` if nothing. */
  readonly searchDetails: { readonly hasZipCode: boolean; readonly hasSex: boolean } | null;
}

/**
 * Returns whether the patient's record has what partners require for enabled searches on live projects.
 * Sandbox searches need neither.
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
