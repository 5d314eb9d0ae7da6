import type { AuthorizedField } from '../authorizations/authorization-status';
import type { SearchFlags } from '../searches/search';

/** The sexes a patient form takes. */
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

/** A detail's name. */
export type PatientDetailName = keyof PatientDetails;

// Every detail, with what of an authorization depends on it: one that is forgotten here does not compile.
const authorizedFields: Readonly<Record<PatientDetailName, AuthorizedField | null>> = {
  firstName: 'name',
  lastNames: 'name',
  dateOfBirth: 'dateOfBirth',
  sex: 'sex',
  zipCodes: 'zipCodes',
  city: 'cityState',
  state: 'cityState',
  mobile: null,
  email: null,
};

/** The names of the details. */
export const patientDetailNames = Object.keys(authorizedFields) as readonly PatientDetailName[];

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const [inA, inB] = [new Set(a), new Set(b)];
  return inA.size === inB.size && [...inA].every(entry => inB.has(entry));
}

function isSame(name: PatientDetailName, a: PatientDetails, b: PatientDetails): boolean {
  if (name === 'zipCodes') return isSameSet(a.zipCodes, b.zipCodes);
  // The current name stands first; the others are alternates, in no order.
  if (name === 'lastNames') return a.lastNames[0] === b.lastNames[0] && isSameSet(a.lastNames, b.lastNames);
  return a[name] === b[name];
}

/**
 * The details that differ; re-sending what is on file differs in nothing. ZIP codes and alternate last names
 * are sets: another order of the same ones is no edit.
 */
export function changedDetails(before: PatientDetails, after: PatientDetails): PatientDetailName[] {
  return patientDetailNames.filter(name => !isSame(name, before, after));
}

/** What of a change an authorization depends on. */
export function authorizedFieldsOf(changed: readonly PatientDetailName[]): ReadonlySet<AuthorizedField> {
  return new Set(changed.map(name => authorizedFields[name]).filter(field => field !== null));
}

/** A name without case and accents, to tell two spellings of one name. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
}

/** Merges last names that differ only in case and accents; the first spelling stays. */
export function mergeLastNames(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter(name => {
    const plain = plainName(name);
    if (seen.has(plain)) return false;
    seen.add(plain);
    return true;
  });
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

/** The details that must be said of a new patient. */
export type RequiredDetails = Pick<PatientDetails, 'firstName' | 'lastNames' | 'dateOfBirth'>;

function kept<T>(said: T | undefined, before: T): T {
  return said === undefined ? before : said;
}

/**
 * `zipCode` alone replaces the first entry, as it reads the first entry; with `zipCodes` it stands before
 * them.
 */
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

/**
 * What a caller says of a patient. What is left out is empty for a new patient and flags are off; a known
 * patient keeps it (DECISION-9).
 */
export interface PatientForm {
  readonly said: SaidDetails & RequiredDetails;
  readonly flags: SearchFlags;
}

/** What a patient has of what nobody spoke of. */
export const noDetails: Omit<PatientDetails, keyof RequiredDetails> = {
  sex: null,
  zipCodes: [],
  city: null,
  state: null,
  mobile: null,
  email: null,
};

/** The details of a new patient: what the form leaves out, there is none of. */
export function detailsOf(said: SaidDetails & RequiredDetails): PatientDetails {
  const { firstName, lastNames, dateOfBirth } = said;
  return detailsAfter({ firstName, lastNames, dateOfBirth, ...noDetails }, said);
}
