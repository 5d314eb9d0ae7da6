import { readUsDate, usDate } from '../../src/domain/clinical/calendar-date';
import { clockIn, instantIn, instantText, startOfDay } from '../../src/domain/time-zones';

test.each([
  ['America/New_York', '2026-11-20', '2026-11-20T05:00:00.000Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-20', '2026-11-19T18:15:00.000Z'],
  ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z'],
])('In %s, %s starts at %s', (timeZone, day, at) => {
  expect(startOfDay(timeZone, day).toISOString()).toBe(at);
  expect(clockIn(timeZone, new Date(at))).toEqual({ day, hour: 0 });
});

test.each([
  ['America/New_York', '2026-11-20T14:30', '2026-11-20T19:30:00.000Z'],
  ['America/New_York', '2026-07-04T00:05', '2026-07-04T04:05:00.000Z'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T06:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-20T05:00', '2026-11-19T23:15:00.000Z'],
])('In %s, %s is %s', (timeZone, local, at) => {
  expect(instantIn(timeZone, local).toISOString()).toBe(at);
});

test('A day that no calendar has is no instant', () => {
  expect(instantIn('UTC', '2026-13-01T00:00').getTime()).toBeNaN();
});

test('An instant is shown in the time zone of the company, with its year unless it is the current one [CONSOLE-15]', () => {
  const time = { timeZone: 'America/New_York', now: new Date('2026-11-27T12:00:00Z') };
  expect(instantText(new Date('2026-11-23T17:21:00Z'), time)).toBe('Nov 23, 12:21 PM ET');
  expect(instantText(new Date('2026-01-01T03:00:00Z'), time)).toBe('Dec 31, 2025, 10:00 PM ET');
  expect(instantText(new Date('2026-11-23T17:21:00Z'), { ...time, timeZone: 'UTC' })).toBe(
    'Nov 23, 5:21 PM UTC',
  );
});

test('A date is written and read as in the United States [CONSOLE-37]', () => {
  expect(usDate('1984-02-29')).toBe('02/29/1984');
  expect(['02/29/1984', '2/29/1984', '1984-02-29'].map(readUsDate)).toEqual(Array(3).fill('1984-02-29'));
  expect(['02/30/1984', '29/2/1984', '2/29/84', 'Smith'].map(readUsDate)).toEqual(Array(4).fill(undefined));
});
