import { readDate } from '../../../src/domain/bulk-imports/date-cell';

const born = '1961-02-28';

describe('A date in a cell', () => {
  test('is taken without a warning as YYYY-MM-DD', () => {
    expect(readDate(born)).toEqual({ value: born });
  });

  test.each([
    ['2/28/1961', 'read as month/day/year'],
    ['02-28-1961', 'read as month/day/year'],
    ['2.28.1961', 'read as month/day/year'],
    ['2/28/1961 0:00', 'read as month/day/year without the time of day'],
    ['2/28/1961 12:00:00 AM', 'read as month/day/year without the time of day'],
    ['2/28/1961, 12:00 a.m.', 'read as month/day/year without the time of day'],
    ['1961-02-28 00:00:00', 'read as a date without the time of day'],
    ['1961-02-28 00:00:00.000', 'read as a date without the time of day'],
    ['1961-02-28T00:00:00Z', 'read as a date without the time of day'],
    ['1961-02-28T00:00:00.000-05:00', 'read as a date without the time of day'],
    ['1961-2-28', 'read as year-month-day'],
    ['1961/02/28', 'read as year-month-day'],
    ['1961.2.28', 'read as year-month-day'],
    ['28-Feb-1961', 'read as a date with the month in words'],
    ['28 February 1961', 'read as a date with the month in words'],
    ['28FEB1961', 'read as a date with the month in words'],
    ['Feb 28, 1961', 'read as a date with the month in words'],
    ['February 28th, 1961', 'read as a date with the month in words'],
    ['Feb-28-1961', 'read as a date with the month in words'],
    ['1961-Feb-28', 'read as a date with the month in words'],
    ['Tuesday, February 28, 1961', 'read as a date with the month in words'],
    ['28-Feb-1961 00:00', 'read as a date with the month in words without the time of day'],
    ['22340', 'read as a date number of Excel'],
    ['22340.0', 'read as a date number of Excel'],
    ['22340.75', 'read as a date number of Excel'],
    ['19610228', 'read as year, month, and day without separators'],
    ['02281961', 'read as month, day, and year without separators'],
    ['2281961', 'read as month, day, and year without separators'],
    ['="1961-02-28"', 'read as a date'],
    ["'1961-02-28", 'read as a date'],
  ])('is read from %s with a warning [BULK-3]', (cell, warning) => {
    expect(readDate(cell)).toEqual({ value: born, warning });
  });

  test.each([
    ['20878', '1961-02-28'],
    ['20878.5', '1961-02-28'],
    ['10000', '1931-05-19'],
  ])('is read from the number %s of a workbook that counts from 1904 [BULK-22]', (cell, value) => {
    expect(readDate(cell, { isDate1904: true })).toEqual({
      value,
      warning: 'read as a date number of Excel for Mac, which counts from 1904',
    });
    expect(readDate(cell).value).not.toBe(value);
  });

  test.each(['2/28/61', '28-Feb-61', 'Feb 28, 61', '61-02-28', '02-28-61', '022861', '2/28/61 0:00'])(
    'is refused as %s, because two digits of a year can be two centuries [BULK-3]',
    cell => {
      expect(readDate(cell)).toEqual({
        error: 'has a year of two digits, which could be in either century; write the year with four digits',
      });
    },
  );

  test.each([
    ['1961', 'is only a year; write the whole date (YYYY-MM-DD)'],
    ['28/02/1961', 'must have the month first (MM/DD/YYYY), or be YYYY-MM-DD'],
    ['########', 'shows only number signs; widen the column in the spreadsheet and save the file again'],
  ])('is refused as %s with the reason', (cell, error) => {
    expect(readDate(cell)).toEqual({ error });
  });

  test.each([
    'unknown',
    '4711',
    '2/28',
    'Feb 1961',
    '161-02-28',
    '6175550123',
    '99999999',
    '2.28E+04',
    '1984-02-30',
    '2/30/1984',
    '30-Feb-1984',
  ])('is left to the form to refuse as %s', cell => {
    expect(readDate(cell)).toEqual({ value: cell });
  });

  test.each([
    ['10000', '1927-05-18'],
    ['36526', '2000-01-01'],
    ['45351', '2024-02-29'],
  ])('is read from the Excel number %s as Excel shows it', (cell, value) => {
    expect(readDate(cell)).toMatchObject({ value });
  });
});

test.each([
  ['5/6/1961', '1961-06-05'],
  ['05.06.1961', '1961-06-05'],
  ['13/02/1961', '1961-02-13'],
  ['05061961', '1961-06-05'],
])('%s is read with the day first if the name of the column says so [BULK-20]', (cell, value) => {
  for (const header of ['DOB (DD/MM/YYYY)', 'Birth date dd.mm.yyyy', 'dob d-m-yy', 'DOB DDMMYYYY'])
    expect(readDate(cell, { header })).toMatchObject({
      value,
      warning: expect.stringContaining('day/month') as string,
    });
});

test.each(['DOB', 'DOB (MM/DD/YYYY)', 'Added my DOB', 'DOB YYYY-MM-DD'])(
  'the month comes first below %s',
  header => {
    expect(readDate('5/6/1961', { header }).value).toBe('1961-05-06');
  },
);
