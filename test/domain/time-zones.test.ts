import { clockIn, isTimeZone } from '../../src/domain/time-zones';

test.each([
  'America/New_York',
  'US/Eastern',
  'EST5EDT',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Asia/Saigon',
  'Asia/Ho_Chi_Minh',
  'Europe/Kyiv',
  'Europe/Kiev',
  'America/Indiana/Indianapolis',
  'America/Argentina/ComodRivadavia',
  'Pacific/Honolulu',
  'Etc/GMT+5',
  'UTC',
  'GMT',
])('%s is a time zone, and has a clock', name => {
  expect(isTimeZone(name)).toBe(true);
  expect(clockIn(name, new Date('2026-11-27T12:00:00Z')).day).toMatch(/^2026-11-2[78]$/);
});

test.each([...Intl.supportedValuesOf('timeZone')])('%s, a name of the tz database, is a time zone', name => {
  expect(isTimeZone(name)).toBe(true);
});

test.each([
  '',
  'Eastern',
  'New York',
  '+05:00',
  '-0500',
  'America/Nowhere',
  'America/New_York; drop table x',
])('"%s" is no time zone', name => {
  expect(isTimeZone(name)).toBe(false);
});
