import type { StubPatient } from '../../src/sandbox/content/stub-patient';
import { dateOfDayNumber, dayNumber } from '../../src/domain/clinical/calendar-date';

/** The last day in the tests' data. */
export const until = '2026-06-30';

const firstNames = ['Ada', 'Bo', 'Chidi', 'Dana', 'Elif', 'Farid', 'Grace', 'Hiro', 'Inés', 'Łukasz'];
const lastNames = [
  'Okafor',
  'Nguyễn',
  'Smith-Jones',
  'García',
  'O’Brien',
  'Kim',
  'Novák',
  'Reyes',
  'Berg',
  'Ali',
];

/** 240 people of all ages, the youngest born on the last day. */
export const people: readonly StubPatient[] = Array.from({ length: 240 }, (_, index) => ({
  firstName: firstNames[index % 10] ?? '',
  lastNames: [lastNames[Math.floor(index / 10) % 10] ?? ''],
  dateOfBirth: dateOfDayNumber(dayNumber(until) - index * 149),
  sex: ['Female', 'Male', 'Unknown'][index % 3] ?? '',
}));
