/** The content of a prefilled authorization: what the patient reads, completes, and signs (AUTH-29). */
import type { CalendarDate } from '../clinical/calendar-date';
import type { PatientDetails } from '../patients/details';
import type { ProjectPurpose } from '../projects/project';

/** The languages of the form. */
export const formLanguages = ['en', 'es'] as const;

/** A language of the form. */
export type FormLanguage = (typeof formLanguages)[number];

/** The names of the languages, in their own words. */
export const formLanguageNames: Readonly<Record<FormLanguage, string>> = { en: 'English', es: 'Español' };

/** More facilities don't fit on a form of two pages. */
export const formFacilitiesMax = 5;

/** A facility or a company with its postal address, line by line; no lines if the address isn't known. */
export interface FormParty {
  readonly name: string;
  readonly addressLines: readonly string[];
}

/** What is filled in before the patient signs. */
export interface AuthorizationFormContent {
  readonly language: FormLanguage;
  readonly patient: Pick<
    PatientDetails,
    'firstName' | 'lastNames' | 'dateOfBirth' | 'zipCodes' | 'city' | 'state' | 'mobile'
  >;
  /** Who may disclose. None means every provider and health plan that has the patient's records. */
  readonly facilities: readonly FormParty[];
  /** The company, which receives the records. */
  readonly recipient: FormParty;
  readonly purpose: ProjectPurpose;
  /** The day in the document's properties. */
  readonly preparedOn: CalendarDate;
}
