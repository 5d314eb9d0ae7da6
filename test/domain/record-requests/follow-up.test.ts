import { followUpDay, isFollowUpDue } from '../../../src/domain/record-requests/follow-up';
import { recordRequestStatuses } from '../../../src/domain/record-requests/record-request';

test.each([
  ['is the previous day before 8 a.m.', '2026-11-22T12:59:59Z', 'America/New_York', '2026-11-21'],
  ['is the same day from 8 a.m.', '2026-11-22T13:00:00Z', 'America/New_York', '2026-11-22'],
  ['lasts until 8 a.m. of the next day', '2026-11-23T12:59:59Z', 'America/New_York', '2026-11-22'],
  ['starts an hour earlier in UTC in summer', '2026-07-01T12:00:00Z', 'America/New_York', '2026-07-01'],
  ['starts at 8 a.m. when clocks go forward', '2026-03-08T12:00:00Z', 'America/New_York', '2026-03-08'],
  [
    'is the previous day just before 8 a.m. when clocks go forward',
    '2026-03-08T11:59:59Z',
    'America/New_York',
    '2026-03-07',
  ],
  ['starts at 8 a.m. when clocks go back', '2026-11-01T13:00:00Z', 'America/New_York', '2026-11-01'],
  [
    'is the previous day just before 8 a.m. when clocks go back',
    '2026-11-01T12:59:59Z',
    'America/New_York',
    '2026-10-31',
  ],
  [
    'starts at 8 a.m. in a zone without clock changes',
    '2026-03-08T18:00:00Z',
    'Pacific/Honolulu',
    '2026-03-08',
  ],
  ['spans the end of a year', '2027-01-01T12:00:00Z', 'America/New_York', '2026-12-31'],
  ['starts at 8 a.m. east of Greenwich', '2026-11-21T23:00:00Z', 'Asia/Tokyo', '2026-11-22'],
])('The follow-up day %s [EVENT-6]', (_, at, zone, day) => {
  expect(followUpDay(new Date(at), zone)).toBe(day);
});

test('Every follow-up day comes once and in order in every time zone, also when clocks change [EVENT-6]', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')
    .filter(name => /^(?:America|Pacific|Europe)\//.test(name))
    .slice(0, 60)) {
    for (const from of ['2026-03-05T00:00:00Z', '2026-10-22T00:00:00Z']) {
      const days = Array.from({ length: 24 * 14 }, (_unused, hour) =>
        followUpDay(new Date(Date.parse(from) + hour * 3_600_000), zone),
      );
      const changes = days.filter((day, index) => index > 0 && day !== days[index - 1]);
      expect(changes).toEqual([...new Set(changes)].toSorted());
      expect(changes).toHaveLength(14);
    }
  }
});

test.each([
  ['no date', { followUpDate: null }, false],
  ['a date in the future', { followUpDate: '2026-11-23' }, false],
  ["today's date", {}, true],
  ['a past date', { followUpDate: '2026-10-01' }, true],
  ['a follow-up reported yesterday', { followUpToldOn: '2026-11-21' }, true],
  ['a follow-up reported today', { followUpToldOn: '2026-11-22' }, false],
  ['a follow-up reported by a clock further east', { followUpToldOn: '2026-11-23' }, false],
])('A request with %s is due for follow-up or not [EVENT-6]', (_, differs, isDue) => {
  const request = { status: 'Processing', followUpDate: '2026-11-22', followUpToldOn: null } as const;
  expect(isFollowUpDue({ ...request, ...differs }, '2026-11-22')).toBe(isDue);
});

test('Only an open request is due for follow-up [EVENT-6]', () => {
  const due = recordRequestStatuses.filter(status =>
    isFollowUpDue({ status, followUpDate: '2026-11-22', followUpToldOn: null }, '2026-11-22'),
  );
  expect(due).toEqual(['Submitted', 'Processing', 'NeedToReviewResults', 'AuthDenied']);
});
