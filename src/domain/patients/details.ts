import type { AuthorizedField } from '../authorizations/authorization-status';
import type { SearchFlags } from '../searches/search';

/** The sexes a patient form takes. */
export const sexes = ['Male', 'Female', 'Other', 'Unknown'] as const;
/** A patient's sex as stated. */
export type Sex = (typeof sexes)[number];

/** What a customer submits about a patient. */
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
  /** The customer's matter or claim number. It may identify the patient. */
  readonly reference: string | null;
}

/** A detail's name. */
export type PatientDetailName = keyof PatientDetails;

// Every detail, with the authorized field that depends on it; a missing one doesn't compile.
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
  reference: null,
};

/** The names of the details. */
export const patientDetailNames = Object.keys(authorizedFields) as readonly PatientDetailName[];

/** Returns a name with one kind of apostrophe and hyphen: `O’Brien` and `O'Brien` are one name. */
function withPlainMarks(name: string): string {
  return name.replaceAll(/[‘’‛ʻʼ`´′＇]/gu, "'").replaceAll(/[‐‑‒–—−﹣－]/gu, '-');
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const [inA, inB] = [new Set(a), new Set(b)];
  return inA.size === inB.size && [...inA].every(entry => inB.has(entry));
}

function isSame(name: PatientDetailName, a: PatientDetails, b: PatientDetails): boolean {
  if (name === 'zipCodes') return isSameSet(a.zipCodes, b.zipCodes);
  // The current name is first; the others are alternates in no order.
  if (name === 'lastNames') {
    const [inA, inB] = [a.lastNames.map(withPlainMarks), b.lastNames.map(withPlainMarks)];
    return inA[0] === inB[0] && isSameSet(inA, inB);
  }
  if (name === 'firstName') return withPlainMarks(a.firstName) === withPlainMarks(b.firstName);
  return a[name] === b[name];
}

/**
 * Returns the details that differ. Resubmitting current values changes nothing. ZIP codes and alternate last
 * names are sets, so another order is no edit, and neither is another kind of apostrophe or hyphen.
 */
export function changedDetails(before: PatientDetails, after: PatientDetails): PatientDetailName[] {
  return patientDetailNames.filter(name => !isSame(name, before, after));
}

/** Returns the authorized fields among changed details. */
export function authorizedFieldsOf(changed: readonly PatientDetailName[]): ReadonlySet<AuthorizedField> {
  return new Set(changed.map(name => authorizedFields[name]).filter(field => field !== null));
}

/** Returns a name without case, accents, and kinds of apostrophes, to recognize spellings of one name. */
function plainName(name: string): string {
  return withPlainMarks(name)
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
}

/** Merges last names that differ only in case, accents, and kinds of apostrophes, keeping the first one. */
export function mergeLastNames(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter(name => {
    const plain = plainName(name);
    if (seen.has(plain)) return false;
    seen.add(plain);
    return true;
  });
}

/** The details by which a person recognizes another record of the same patient. */
export type PersonDetails = Pick<PatientDetails, 'firstName' | 'lastNames' | 'dateOfBirth'>;

/**
 * Whether two records look like one person: the same birth date, the same first name, and a last name in
 * common. Case, accents, and kinds of apostrophes and hyphens don't count.
 */
export function isLikelySamePerson(a: PersonDetails, b: PersonDetails): boolean {
  const names = new Set(a.lastNames.map(plainName));
  return (
    a.dateOfBirth === b.dateOfBirth &&
    plainName(a.firstName) === plainName(b.firstName) &&
    b.lastNames.some(name => names.has(plainName(name)))
  );
}

/** Submitted details: an omitted one stays unchanged, `null` clears it. */
export type SubmittedDetails = {
  readonly [Name in keyof PatientDetails]?:
    | PatientDetails[Name]
    | (Name extends 'firstName' | 'lastNames' | 'dateOfBirth' ? never : null)
    | undefined;
} & {
  /** Legacy single value, the first of the ZIP codes. */
  readonly zipCode?: string | null | undefined;
};

/** The details that a new patient must have. */
export type RequiredDetails = Pick<PatientDetails, 'firstName' | 'lastNames' | 'dateOfBirth'>;

function kept<T>(submitted: T | undefined, before: T): T {
  return submitted === undefined ? before : submitted;
}

/**
 * `zipCode` alone replaces the first entry, as it reads the first entry; with `zipCodes` it goes in front of
 * them.
 */
function zipCodesAfter(
  before: readonly string[],
  { zipCode, zipCodes }: SubmittedDetails,
): readonly string[] {
  if (zipCode === undefined && zipCodes === undefined) return before;
  if (zipCodes === undefined && zipCode === null) return [];
  const others = zipCodes === undefined ? before.slice(1) : (zipCodes ?? []);
  return [...new Set([...(zipCode === undefined || zipCode === null ? [] : [zipCode]), ...others])];
}

/** Returns the details after an edit: submitted ones are set, omitted ones stay, `null` clears. */
export function detailsAfter(before: PatientDetails, submitted: SubmittedDetails): PatientDetails {
  return {
    firstName: kept(submitted.firstName, before.firstName),
    lastNames: submitted.lastNames === undefined ? before.lastNames : mergeLastNames(submitted.lastNames),
    dateOfBirth: kept(submitted.dateOfBirth, before.dateOfBirth),
    sex: kept(submitted.sex, before.sex),
    zipCodes: zipCodesAfter(before.zipCodes, submitted),
    city: kept(submitted.city, before.city),
    state: kept(submitted.state, before.state),
    mobile: kept(submitted.mobile, before.mobile),
    email: kept(submitted.email, before.email),
    reference: kept(submitted.reference, before.reference),
  };
}

/**
 * A caller's form for a patient. For a new patient, omitted details are empty and omitted flags are off; a
 * known patient keeps them (DECISION-9).
 */
export interface PatientForm {
  readonly submitted: SubmittedDetails & RequiredDetails;
  readonly flags: SearchFlags;
}

/** The details of a patient that were never submitted. */
export const noDetails: Omit<PatientDetails, keyof RequiredDetails> = {
  sex: null,
  zipCodes: [],
  city: null,
  state: null,
  mobile: null,
  email: null,
  reference: null,
};

/** Returns the details of a new patient; omitted ones are empty. */
export function detailsOf(submitted: SubmittedDetails & RequiredDetails): PatientDetails {
  const { firstName, lastNames, dateOfBirth } = submitted;
  return detailsAfter({ firstName, lastNames, dateOfBirth, ...noDetails }, submitted);
}
