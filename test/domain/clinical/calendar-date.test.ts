import * as fc from 'fast-check';

import {
  addDays,
  completedYears,
  dateOfDayNumber,
  dayNumber,
} from '../../../src/domain/clinical/calendar-date';

const isoDayOf = (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10);
const days = fc.integer({ min: dayNumber('0001-01-01'), max: dayNumber('9999-12-31') });

describe('calendar dates', () => {
  test('agree with the ECMAScript calendar on every day of the years 1 to 9999', () => {
    fc.assert(
      fc.property(days, day => {
        expect(dateOfDayNumber(day)).toBe(isoDayOf(day));
        expect(dayNumber(isoDayOf(day))).toBe(day);
      }),
    );
  });

  test.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2024-12-31', 1, '2025-01-01'],
    ['2024-03-01', -1, '2024-02-29'],
  ])('%s and %i days is %s', (date, count, expected) => {
    expect(addDays(date, count)).toBe(expected);
  });

  test.each([
    ['2000-02-29', '2001-02-28', 0],
    ['2000-02-29', '2001-03-01', 1],
    ['1961-04-12', '2026-04-12', 65],
    ['1961-04-12', '2026-04-11', 64],
  ])('someone born on %s has completed on %s %i years', (birth, on, years) => {
    expect(completedYears(birth, on)).toBe(years);
  });
});
