/** The dates of service on an authorization, and whether they cover those of a record request. */
import { judgeServiceDates } from '../../../src/domain/auth-checks/judge-service-dates';
import { coveredDays } from '../../../src/domain/auth-checks/service-dates';
import { found, reading } from '../../support/authorization-readings';

const signedOn = '2026-11-20';

test.each<[string, string | null, string | null]>([
  ['All dates of service', null, null],
  ['any and all', null, null],
  ['01/01/2016 through 06/30/2026', '2016-01-01', '2026-06-30'],
  ['From 1/1/2016 to 6/30/2026', '2016-01-01', '2026-06-30'],
  ['1/1/16 - 6/30/26', '2016-01-01', '2026-06-30'],
  ['01/01/2016-06/30/2026', '2016-01-01', '2026-06-30'],
  ['1-1-2016 through 6-30-2026', '2016-01-01', '2026-06-30'],
  ['2016-01-01 – 2026-06-30', '2016-01-01', '2026-06-30'],
  ['between January 1, 2016 and June 30, 2026', '2016-01-01', '2026-06-30'],
  ['2016 - 2018', '2016-01-01', '2018-12-31'],
  ['2016-2018', '2016-01-01', '2018-12-31'],
  ['01/2016 through 02/2020', '2016-01-01', '2020-02-29'],
  ['March 2019 to April 2019', '2019-03-01', '2019-04-30'],
  ['2019', '2019-01-01', '2019-12-31'],
  ['05/06/2024', '2024-05-06', '2024-05-06'],
  ['since 2019', '2019-01-01', null],
  ['From 05/06/2024', '2024-05-06', null],
  ['through 06/30/2026', null, '2026-06-30'],
  ['prior to 2020', null, '2019-12-31'],
  ['before 05/06/2024', null, '2024-05-05'],
  ['after 05/06/2024', '2024-05-07', null],
  ['all records through 06/30/2026', null, '2026-06-30'],
  ['01/01/2016 to present', '2016-01-01', signedOn],
  ['2016-present', '2016-01-01', signedOn],
  ['all dates to the date of this authorization', null, signedOn],
])('“%s” covers %s to %s [CHECK-8]', (text, from, to) => {
  const days = coveredDays(text, signedOn);
  expect([days?.from, days?.to]).toEqual([from, to]);
});

test.each([
  'the last two visits',
  'N/A',
  'all records of the last 2 years',
  'any records of the past two years',
  'all but 2018 to 2020',
  'all dates except 2018',
  '2016, 2018 to 2020',
  '01/01/2016 06/30/2018',
  '1/1/16, 6/30/18',
  'see attached',
  '06/30/2026 to 01/01/2016',
  '2010, 2012 to 2014 and 2016',
  '13/2016 to 14/2016',
])('“%s” is not recognized as dates of service [CHECK-8]', text => {
  expect(coveredDays(text, signedOn)).toBeUndefined();
});

test.each<[string | null, string | null, string | null, string]>([
  ['All dates of service', null, null, 'covered passed'],
  ['01/01/2016 through 06/30/2026', '2016-01-01', '2026-06-30', 'covered passed'],
  ['01/01/2016 through 06/30/2026', '2015-12-31', '2026-06-30', 'partly warning'],
  ['01/01/2016 through 06/30/2026', '2016-01-01', '2026-07-01', 'partly warning'],
  ['01/01/2016 through 06/30/2026', '2016-01-01', null, 'partly warning'],
  ['01/01/2016 through 06/30/2026', null, '2026-06-30', 'partly warning'],
  ['01/01/2016 through 06/30/2026', '2026-07-01', null, 'outside failed'],
  ['01/01/2016 through 06/30/2026', null, '2015-12-31', 'outside failed'],
  ['since 2019', '2019-01-01', null, 'covered passed'],
  ['2016 to present', '2016-01-01', '2026-11-20', 'covered passed'],
  ['2016 to present', '2016-01-01', null, 'untilSigning warning'],
  ['2016 to present', '2026-11-21', '2026-11-22', 'untilSigning warning'],
  ['2016 to present', null, '2015-12-31', 'outside failed'],
  ['see attached', null, null, 'unclear warning'],
  [null, null, null, 'unstated warning'],
])(
  'A document for “%s” and a request for %s to %s are "%s" [CHECK-8]',
  (text, startDateOfService, endDateOfService, verdict) => {
    const { data } = reading({ datesOfService: text === null ? null : found(text) });
    const dated = data.signatureDate === null ? null : { ...data.signatureDate, date: signedOn };
    const { code, status, rule, remedy, evidence } = judgeServiceDates(
      { ...data, signatureDate: dated },
      { startDateOfService, endDateOfService },
      '2026-11-22',
    );
    expect(`${code} ${status}`).toBe(verdict);
    expect(evidence).toHaveLength(text === null ? 0 : 1);
    if (status === 'failed') expect([rule, remedy]).toEqual([expect.any(String), expect.any(String)]);
  },
);
