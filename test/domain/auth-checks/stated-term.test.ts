import { endOfTerm } from '../../../src/domain/auth-checks/stated-term';

describe('The end of a term signed on 2026-11-20', () => {
  test.each<[string, string | undefined]>([
    ['one year', '2027-11-20'],
    ['a year', '2027-11-20'],
    ['1-year', '2027-11-20'],
    ['1 year from the date of signature', '2027-11-20'],
    ['the date of signing plus 1 year', '2027-11-20'],
    ['twelve (12) months', '2027-11-20'],
    ['(12) months', '2027-11-20'],
    ['six (6) mos.', '2027-05-20'],
    ['90 days', '2027-02-18'],
    ['sixty (60) days', '2027-01-19'],
    ['sixty (90) days', undefined],
    ['two weeks after signing', '2026-12-04'],
    ['6 months', '2027-05-20'],
    ['2 years', '2028-11-20'],
    ['un año', '2027-11-20'],
    ['seis meses después de la firma', '2027-05-20'],
    ['1 year from 11/22/2026', '2027-11-22'],
    ['90 days from 11/20/26', '2027-02-18'],
    ['from 01/01/2026 to 12/31/2027', '2027-12-31'],
    ['01/01/2026 - 12/31/2027', '2027-12-31'],
    ['5/1/2026 through 5/1/2027', '2027-05-01'],
    ['until 12/31/2026', '2026-12-31'],
    ['November 20, 2027', '2027-11-20'],
    ['11/20/2027 or the end of litigation', '2027-11-20'],
    ['one year from signing or 6/1/2027', '2027-06-01'],
    ['one year from signing in Ohio and 60 days from signing in Michigan', '2027-01-19'],
    ['one year from signing or 6/1/2027, whichever is later', '2027-11-20'],
    ['90 days after discharge', undefined],
    ['1 year after my death', undefined],
    ['the end of treatment', undefined],
    ['the end of the year', undefined],
  ])('is derived from "%s" as %s [CHECK-44]', (text, end) => {
    expect(endOfTerm(text, '2026-11-20')).toBe(end);
  });

  test.each([
    ['2026-08-31', 'six months', '2027-02-28'],
    ['2024-02-29', 'one year', '2025-02-28'],
    ['2026-12-31', 'two months', '2027-02-28'],
  ])('signed on %s for %s is the last day of a shorter month, %s [CHECK-44]', (signedOn, text, end) => {
    expect(endOfTerm(text, signedOn)).toBe(end);
  });

  test('is unknown for a length without the day of signing, and known for a date [CHECK-44]', () => {
    expect(endOfTerm('one year', null)).toBeUndefined();
    expect(endOfTerm('one year from 11/20/2026', null)).toBe('2027-11-20');
  });
});
