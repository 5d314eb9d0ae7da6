import type { PatientDetails, Sex } from '../patients/details';

/** A number that one issuer gives to one person only. */
export interface PersonNumber {
  readonly issuer: string;
  readonly value: string;
}

/** A person as records describe them; unknown values are empty. */
export interface Person {
  /** Each with its middle names, if there are any. */
  readonly firstNames: readonly string[];
  /** Current and former. */
  readonly lastNames: readonly string[];
  /** Suffixes that are recorded apart from the names. */
  readonly suffixes?: readonly string[];
  /** `YYYY-MM-DD`; a partner may know only `YYYY` or `YYYY-MM`. */
  readonly birthDate: string | null;
  readonly sex: Sex | null;
  /** Five digits or more. */
  readonly zipCodes: readonly string[];
  /** City and state, `Salem, MA`. */
  readonly places?: readonly string[];
  /** E.164. */
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly numbers?: readonly PersonNumber[];
  /** Whether the records say that the person is a twin, a triplet, and so on. */
  readonly isOfMultipleBirth?: boolean;
}

/** Returns our patient in the form that matching needs. */
export function personOf(details: PatientDetails): Person {
  const { firstName, lastNames, dateOfBirth, sex, zipCodes, city, state, mobile, email } = details;
  return {
    firstNames: [firstName],
    lastNames,
    birthDate: dateOfBirth,
    sex,
    zipCodes,
    places: city === null || state === null ? [] : [`${city}, ${state}`],
    phones: mobile === null ? [] : [mobile],
    emails: email === null ? [] : [email],
  };
}
