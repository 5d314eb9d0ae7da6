import { readName } from '../matching/name-words';
import type { PatientDetails, Sex } from './details';

/** The details that say who a patient is. */
export type PatientIdentity = Pick<PatientDetails, 'firstName' | 'lastNames' | 'dateOfBirth' | 'sex'>;

/** Returns the identity in a patient's details. */
export function identityOf({ firstName, lastNames, dateOfBirth, sex }: PatientDetails): PatientIdentity {
  return { firstName, lastNames, dateOfBirth, sex };
}

/** Whether a sex on file can distinguish two people. */
export function isStated(sex: Sex | null): sex is Exclude<Sex, 'Unknown'> {
  return sex !== null && sex !== 'Unknown';
}

/** A name in one spelling. A placeholder, which has no spelling, stays as it is. */
function spelled(name: string, part: 'given' | 'family'): string {
  const { forms, generation } = readName(name, part);
  const [form] = forms;
  return form === undefined ? name : `${form.join('')} ${generation ?? ''}`;
}

/** Whether an edit takes back a stated sex. One that becomes known takes nothing back. */
function isSexCorrected(before: Sex | null, after: Sex | null): boolean {
  return isStated(before) && before !== after;
}

/**
 * Whether two names and birth dates are of one person in substance: case, accents, and punctuation don't
 * count, and a further last name is more evidence about the same person.
 */
export function isSameNameAndBirth(before: PatientIdentity, after: PatientIdentity): boolean {
  const lastNames = new Set(after.lastNames.map(name => spelled(name, 'family')));
  return (
    before.dateOfBirth === after.dateOfBirth &&
    spelled(before.firstName, 'given') === spelled(after.firstName, 'given') &&
    before.lastNames.every(name => lastNames.has(spelled(name, 'family')))
  );
}

/**
 * Whether an identity is still the same in substance after an edit. A sex that becomes known is more evidence
 * about the same person.
 */
export function isSameIdentity(before: PatientIdentity, after: PatientIdentity): boolean {
  return isSameNameAndBirth(before, after) && !isSexCorrected(before.sex, after.sex);
}
