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

describe('Calendar dates', () => {
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
  ])('add up: %s plus %i days is %s', (date, count, expected) => {
    expect(addDays(date, count)).toBe(expected);
  });

  test('are real on every day of the years 100 to 9999', () => {
    fc.assert(
      fc.property(fc.integer({ min: dayNumber('0100-01-01'), max: dayNumber('9999-12-31') }), day => {
        expect(isRealDate(dateOfDayNumber(day))).toBe(true);
      }),
    );
  });

  test.each([
    ['is not in its month', '2026-02-30'],
    ['exists only in leap years', '2023-02-29'],
    ['has no such month', '2026-13-01'],
    ['has the year 0', '0000-01-01'],
    ['has a year without its century', '0084-02-29'],
    ['has a five-digit year', '12026-02-01'],
    ['has a time', '2026-02-01T00:00:00Z'],
    ['has a one-digit month', '2026-2-01'],
    ['is empty', ''],
  ])('do not include a day that %s', (_why, text) => {
    expect(isRealDate(text)).toBe(false);
  });

  test('of an instant are its day in UTC, and the day 14 hours ahead of UTC', () => {
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
  ])('count completed years: born on %s, on %s %i', (birth, on, years) => {
    expect(completedYears(birth, on)).toBe(years);
  });
});
