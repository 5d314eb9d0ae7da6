import * as fc from 'fast-check';

import {
  addDays,
  completedYears,
  dateOfDayNumber,
  dayInUtc,
  dayNumber,
  isRealDate,
  latestDayOnEarth,
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

  test('every day of the years 100 to 9999 is a real date', () => {
    fc.assert(
      fc.property(fc.integer({ min: dayNumber('0100-01-01'), max: dayNumber('9999-12-31') }), day => {
        expect(isRealDate(dateOfDayNumber(day))).toBe(true);
      }),
    );
  });

  test.each([
    ['is not in its month', '2026-02-30'],
    ['is of a leap year only', '2023-02-29'],
    ['is of no month', '2026-13-01'],
    ['is of the year 0', '0000-01-01'],
    ['is of a year without its century', '0084-02-29'],
    ['is of a year of five digits', '12026-02-01'],
    ['has a time', '2026-02-01T00:00:00Z'],
    ['has a month of one digit', '2026-2-01'],
    ['is empty', ''],
  ])('a day that %s is no real date', (_why, text) => {
    expect(isRealDate(text)).toBe(false);
  });

  test('an instant is of its day in UTC, and of the next on an island 14 hours ahead', () => {
    const at = new Date('2026-12-31T10:00:00Z');
    expect(dayInUtc(at)).toBe('2026-12-31');
    expect(latestDayOnEarth(at)).toBe('2027-01-01');
    expect(latestDayOnEarth(new Date(at.getTime() - 1))).toBe('2026-12-31');
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
