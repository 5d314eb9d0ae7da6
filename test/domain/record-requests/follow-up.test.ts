import { followUpDay, isFollowUpDue, timeZones } from '../../../src/domain/record-requests/follow-up';
import { recordRequestStatuses } from '../../../src/domain/record-requests/record-request';

test.each([
  ['before 8 in the morning it is the day before', '2026-11-22T12:59:59Z', 'America/New_York', '2026-11-21'],
  ['from 8 in the morning on it is the day', '2026-11-22T13:00:00Z', 'America/New_York', '2026-11-22'],
  ['and until 8 of the next', '2026-11-23T12:59:59Z', 'America/New_York', '2026-11-22'],
  ['in summer an hour earlier in UTC', '2026-07-01T12:00:00Z', 'America/New_York', '2026-07-01'],
  ['on the day whose clock goes forward', '2026-03-08T12:00:00Z', 'America/New_York', '2026-03-08'],
  ['and just before 8 of it', '2026-03-08T11:59:59Z', 'America/New_York', '2026-03-07'],
  ['on the day whose clock goes back', '2026-11-01T13:00:00Z', 'America/New_York', '2026-11-01'],
  ['and just before 8 of it', '2026-11-01T12:59:59Z', 'America/New_York', '2026-10-31'],
  ['where no clock changes', '2026-03-08T18:00:00Z', 'Pacific/Honolulu', '2026-03-08'],
  ['over the end of a year', '2027-01-01T12:00:00Z', 'America/New_York', '2026-12-31'],
  ['east of Greenwich', '2026-11-21T23:00:00Z', 'Asia/Tokyo', '2026-11-22'],
])('%s [EVENT-6]', (_, at, zone, day) => {
  expect(followUpDay(new Date(at), zone)).toBe(day);
});

test('in every zone, hour by hour over the changes of its clock, each day comes once and in order [EVENT-6]', () => {
  for (const zone of timeZones.filter(name => /^(?:America|Pacific|Europe)\//.test(name)).slice(0, 60)) {
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
  ['a date to come', { followUpDate: '2026-11-23' }, false],
  ['the date itself', {}, true],
  ['a date that is past', { followUpDate: '2026-10-01' }, true],
  ['one that was told yesterday', { followUpToldOn: '2026-11-21' }, true],
  ['one that was told today', { followUpToldOn: '2026-11-22' }, false],
  ['one told by a clock further east', { followUpToldOn: '2026-11-23' }, false],
])('of %s it is due or not [EVENT-6]', (_, differs, isDue) => {
  const request = { status: 'Processing', followUpDate: '2026-11-22', followUpToldOn: null } as const;
  expect(isFollowUpDue({ ...request, ...differs }, '2026-11-22')).toBe(isDue);
});

test('only of a request that has not come to its end [EVENT-6]', () => {
  const due = recordRequestStatuses.filter(status =>
    isFollowUpDue({ status, followUpDate: '2026-11-22', followUpToldOn: null }, '2026-11-22'),
  );
  expect(due).toEqual(['Submitted', 'Processing', 'NeedToReviewResults', 'AuthDenied']);
});
