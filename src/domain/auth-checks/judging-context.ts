import type { CalendarDate } from '../clinical/calendar-date';
import type { PatientDetails } from '../patients/patient-details';
import type { ProjectPurpose } from '../projects/project';

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
  /** What it is for; null outside of any project. */
  readonly project: {
    readonly purpose: ProjectPurpose;
    /** The name of the company that asks. */
    readonly companyName: string;
  } | null;
  /** What the patient's record must hold for the searches that are wanted on a live project; null: nothing. */
  readonly searchDetails: { readonly hasZipCode: boolean; readonly hasSex: boolean } | null;
}
