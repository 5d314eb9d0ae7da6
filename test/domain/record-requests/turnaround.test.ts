import { answeredStatuses, turnaroundText } from '../../../src/domain/record-requests/turnaround';

test.each([
  [0, 4, 'Median under 1 day, 4 requests'],
  [1, 3, 'Median 1 day, 3 requests'],
  [12, 9, 'Median 12 days, 9 requests'],
])('A median of %d days from %d requests is said in words [REQUEST-58]', (medianDays, requests, text) => {
  expect(turnaroundText({ medianDays, requests })).toBe(text);
});

test('Records, and that there are none, are answers; a cancellation or a denial is none [REQUEST-58]', () => {
  expect(answeredStatuses).toEqual([
    'Completed',
    'Partial',
    'PatientNotFound',
    'ServiceDatesNotFound',
    'NoRecordFound',
    'SiteClosed',
    'FacilityRefusal',
  ]);
});
