import type { Grades } from '../../../domain/matching/grades';
import type { Match } from '../../../domain/matching/match-person';

const firstNames: Readonly<Record<Grades['first'], string>> = {
  same: 'first name the same',
  nick: 'first name a nickname',
  sameButSecond: 'first name the same, second name different',
  slip: 'first name one letter off',
  initial: 'first name only an initial',
  missing: 'no first name',
  other: 'first name different',
};
const lastNames: Readonly<Record<Grades['last'], string>> = {
  same: 'last name the same',
  part: 'last name part of the other',
  slip: 'last name one letter off',
  missing: 'no last name',
  other: 'last name different',
};
const birthDates: Readonly<Record<Grades['birthDate'], string>> = {
  same: 'birth date the same',
  oneDay: 'birth date one day off',
  swapped: 'birth day and month swapped',
  onePart: 'birth date different in one part',
  partial: 'only part of the birth date',
  missing: 'no birth date',
  other: 'birth date different',
};
const sexes: Readonly<Record<Grades['sex'], string>> = {
  same: 'sex the same',
  unknown: 'sex unknown',
  other: 'sex different',
};
const zips: Readonly<Record<Grades['zip'], string>> = {
  same: 'ZIP code the same',
  area: 'same area',
  none: 'ZIP code different',
  missing: 'no ZIP code',
};
const contacts: Readonly<Record<Grades['contact'], string>> = {
  same: 'phone or e-mail the same',
  none: 'phone and e-mail different',
  missing: 'no phone or e-mail to compare',
};
const verdicts: Readonly<Record<Match['verdict'], string>> = {
  accept: 'Accepted',
  hold: 'Held',
  reject: 'Rejected',
};

/** Returns in words how a person compares with the patient, and the rule that decided; without any value. */
export function comparisonOf({ verdict, rule, grades }: Match): string {
  const fields = [
    grades.exchanged ? 'first and last name exchanged' : firstNames[grades.first],
    ...(grades.exchanged ? [] : [lastNames[grades.last]]),
    birthDates[grades.birthDate],
    sexes[grades.sex],
    zips[grades.zip],
    contacts[grades.contact],
    ...(grades.suffix === 'clash' ? ['suffix different'] : []),
    ...(grades.number === 'clash' ? ['another number of the same issuer'] : []),
  ].join(', ');
  return `${fields.charAt(0).toUpperCase()}${fields.slice(1)}. ${verdicts[verdict]} by rule ${rule}.`;
}
