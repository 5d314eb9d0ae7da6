import type { SearchFlags } from '../searches/arm-searches';
import { mergeLastNames, type PatientDetails } from './patient-details';

/** What a caller says of a patient; flags that are left out are off for a new patient, and stay for a known one. */
export interface PatientForm {
  readonly details: PatientDetails;
  readonly flags: SearchFlags;
}

/** Details as said: what is left out was not spoken of, `null` says that there is none. */
export type SaidDetails = {
  readonly [Name in keyof PatientDetails]?:
    | PatientDetails[Name]
    | (Name extends 'firstName' | 'lastNames' | 'dateOfBirth' ? never : null)
    | undefined;
} & {
  /** Legacy single value, the first of the ZIP codes. */
  readonly zipCode?: string | null | undefined;
};

/** The details that must be said of a new patient (DESIGN §4). */
export type RequiredDetails = Pick<PatientDetails, 'firstName' | 'lastNames' | 'dateOfBirth'>;

function kept<T>(said: T | undefined, before: T): T {
  return said === undefined ? before : said;
}

/** `zipCode` alone replaces the first entry, as it reads the first entry; with `zipCodes` it stands before them. */
function zipCodesAfter(before: readonly string[], { zipCode, zipCodes }: SaidDetails): readonly string[] {
  if (zipCode === undefined && zipCodes === undefined) return before;
  if (zipCodes === undefined && zipCode === null) return [];
  const others = zipCodes === undefined ? before.slice(1) : (zipCodes ?? []);
  return [...new Set([...(zipCode === undefined || zipCode === null ? [] : [zipCode]), ...others])];
}

/** The details after an edit: what was said holds, what was not spoken of stays, `null` clears. */
export function detailsAfter(before: PatientDetails, said: SaidDetails): PatientDetails {
  return {
    firstName: kept(said.firstName, before.firstName),
    lastNames: said.lastNames === undefined ? before.lastNames : mergeLastNames(said.lastNames),
    dateOfBirth: kept(said.dateOfBirth, before.dateOfBirth),
    sex: kept(said.sex, before.sex),
    zipCodes: zipCodesAfter(before.zipCodes, said),
    city: kept(said.city, before.city),
    state: kept(said.state, before.state),
    mobile: kept(said.mobile, before.mobile),
    email: kept(said.email, before.email),
  };
}

/** The details of a whole form: what it leaves out, there is none of. */
export function detailsOf(said: SaidDetails & RequiredDetails): PatientDetails {
  const { firstName, lastNames, dateOfBirth } = said;
  const nothing = { sex: null, zipCodes: [], city: null, state: null, mobile: null, email: null };
  return detailsAfter({ firstName, lastNames, dateOfBirth, ...nothing }, said);
}
