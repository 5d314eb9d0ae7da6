import { endOfReplaced, expiryOf, isActiveKey } from '../../../src/domain/access/api-keys';

const now = new Date('2026-11-27T12:00:00Z');
const at = (text: string): Date => new Date(`${text}Z`);

test('A key expires after whole days, or never [KEY-20]', () => {
  expect([expiryOf(30, now), expiryOf(90, now), expiryOf(365, now), expiryOf(null, now)]).toEqual([
    at('2026-12-27T12:00:00'),
    at('2027-02-25T12:00:00'),
    at('2027-11-27T12:00:00'),
    null,
  ]);
});

test.each([
  ['without an end', null, null, true],
  ['before its expiry', null, at('2026-11-27T12:00:00.001'), true],
  ['at its expiry', null, now, false],
  ['when revoked', at('2026-11-27T11:00:00'), null, false],
])('A key %s works as it should [KEY-20]', (_, revokedAt, expiresAt, isActive) => {
  expect(isActiveKey({ revokedAt, expiresAt }, now)).toBe(isActive);
});

test('A replaced key ends after the overlap, but not later than its own expiry [KEY-21]', () => {
  expect([
    endOfReplaced({ expiresAt: null }, 0, now),
    endOfReplaced({ expiresAt: null }, 168, now),
    endOfReplaced({ expiresAt: at('2026-11-27T12:30:00') }, 1, now),
    endOfReplaced({ expiresAt: at('2027-01-01T00:00:00') }, 24, now),
  ]).toEqual([now, at('2026-12-04T12:00:00'), at('2026-11-27T12:30:00'), at('2026-11-28T12:00:00')]);
});
