import { findDate } from '../../../src/domain/auth-checks/stated-date';

describe('A date on a form', () => {
  test.each([
    ['02/29/1984', '1984-02-29'],
    ['2/9/1984', '1984-02-09'],
    ['02-29-1984', '1984-02-29'],
    ['02.29.1984', '1984-02-29'],
    ['02 / 29 / 1984', '1984-02-29'],
    ['0 2 29 1984', undefined],
    ['02 29 1984', '1984-02-29'],
    ['DOB: 02/29/1984 (verified)', '1984-02-29'],
    ['1984-02-29', '1984-02-29'],
    ['Feb 29, 1984', '1984-02-29'],
    ['February 29th, 1984', '1984-02-29'],
    ['29 Feb 1984', '1984-02-29'],
    ['29-FEB-1984', '1984-02-29'],
    ['02/30/1984', undefined],
    ['02/29/1983', undefined],
    ['13/01/1984', undefined],
    ['00/01/1984', undefined],
    ['02/29/9999', undefined],
    ['617-555-0100', undefined],
    ['123-45-6789', undefined],
    ['all dates', undefined],
    ['', undefined],
  ])('is read from "%s" as %s', (text, date) => {
    expect(findDate(text, 2060)?.date).toBe(date);
  });

  test.each([
    ['02/29/84', '1984-02-29'],
    ['02/28/26', '2026-02-28'],
    ['02/28/27', '1927-02-28'],
  ])('with a two-digit year in "%s" is %s if no date is after 2026', (text, date) => {
    expect(findDate(text, 2026)).toEqual({ date, isShortYear: true });
  });
});
