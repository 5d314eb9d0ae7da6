import type { CalendarDate } from '../clinical/calendar-date';
import { compareNames, type NameMatch } from './compare-names';
import type { AuthorizationData } from './extraction';

/** Whom a form names. */
export interface NamedPerson {
  readonly name: string | null;
  readonly dateOfBirth: CalendarDate | null;
}

/** Returns whom a form names. */
export function personOf({ patientName, patientDateOfBirth }: AuthorizationData): NamedPerson {
  return { name: patientName?.text ?? null, dateOfBirth: patientDateOfBirth?.date ?? null };
}

function compareWritten(name: string, other: string): NameMatch {
  const isLastFirst = name.includes(',');
  const words = name.split(/[\s,]+/).filter(word => /\p{L}{2}/u.test(word));
  const [start = '', end = ''] = [words[0], words.at(-1)];
  const [firstName, lastName] = isLastFirst ? [words[1] ?? '', start] : [start, end];
  return compareNames(other, { firstName, lastNames: [lastName] });
}

/**
 * Whether two forms name the same person; `undefined` if one of them doesn't say enough. Two dates of birth
 * are two people, even with one name, and two given names are two people, even with one date of birth.
 */
export function isSamePerson(a: NamedPerson, b: NamedPerson): boolean | undefined {
  const isDated = a.dateOfBirth !== null && b.dateOfBirth !== null;
  if (isDated && a.dateOfBirth !== b.dateOfBirth) return false;
  if (a.name === null || b.name === null) return isDated ? true : undefined;
  return compareWritten(a.name, b.name) !== 'other' || compareWritten(b.name, a.name) !== 'other';
}
