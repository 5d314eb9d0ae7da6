import { digestDue } from '../../../src/domain/notifications/daily-digest';

const zone = 'America/New_York';

test.each([
  ['before 8 a.m. there', '2026-11-27T12:59:59Z', null, undefined],
  ['from 8 a.m. there on', '2026-11-27T13:00:00Z', null, '2026-11-27'],
  ['not again on the same day', '2026-11-27T23:00:00Z', '2026-11-27', undefined],
  ['late on a day that had none', '2026-11-28T04:59:59Z', '2026-11-26', '2026-11-27'],
  ['not at night', '2026-11-28T05:00:00Z', '2026-11-26', undefined],
] as const)('A digest is due %s [EVENT-51]', (_, at, sentOn, day) => {
  expect(digestDue(zone, sentOn, new Date(at))).toBe(day);
});
