import type { AuthorizedField } from '../authorizations/authorization-status';

/** The sexes a patient form takes (DESIGN §4). */
export const sexes = ['Male', 'Female', 'Other', 'Unknown'] as const;
/** A patient's sex as stated. */
export type Sex = (typeof sexes)[number];

/** What a customer tells of a patient. */
export interface PatientDetails {
  readonly firstName: string;
  /** The current name first. */
  readonly lastNames: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
  readonly sex: Sex | null;
  readonly zipCodes: readonly string[];
  readonly city: string | null;
  readonly state: string | null;
  readonly mobile: string | null;
  readonly email: string | null;
}

/** The names of the details. */
export const patientDetailNames = [
  'firstName',
  'lastNames',
  'dateOfBirth',
  'sex',
  'zipCodes',
  'city',
  'state',
  'mobile',
  'email',
] as const satisfies ReadonlyArray<keyof PatientDetails>;

/** A detail's name. */
export type PatientDetailName = (typeof patientDetailNames)[number];

function isSame(a: PatientDetails[PatientDetailName], b: PatientDetails[PatientDetailName]): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((entry, index) => entry === b[index]);
  }
  return a === b;
}

/** The details that differ; re-sending what is on file differs in nothing. */
export function changedDetails(before: PatientDetails, after: PatientDetails): PatientDetailName[] {
  return patientDetailNames.filter(name => !isSame(before[name], after[name]));
}

const authorizedFields: Readonly<Partial<Record<PatientDetailName, AuthorizedField>>> = {
  firstName: 'name',
  lastNames: 'name',
  dateOfBirth: 'dateOfBirth',
  sex: 'sex',
  zipCodes: 'zipCodes',
  city: 'cityState',
  state: 'cityState',
};

/** What of a change an authorization depends on. */
export function authorizedFieldsOf(changed: readonly PatientDetailName[]): ReadonlySet<AuthorizedField> {
  return new Set(changed.map(name => authorizedFields[name]).filter(field => field !== undefined));
}

/** A name without case and accents, to tell two spellings of one name. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
}

/** Merges last names that differ only in case and accents; the first spelling stays (DESIGN §4). */
export function mergeLastNames(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter(name => {
    const plain = plainName(name);
    if (seen.has(plain)) return false;
    seen.add(plain);
    return true;
  });
}
