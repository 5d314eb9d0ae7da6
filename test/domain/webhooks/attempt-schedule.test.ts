import { busyWaitMs, stepAfterFailure } from '../../../src/domain/webhooks/attempt-schedule';

const now = Date.parse('2026-11-22T10:00:00Z');
const seconds = 1_000;
const place = { failures: 0, nextAt: now, isByHand: false };

test.each([
  [0, 30],
  [1, 120],
  [2, 600],
  [3, 3_600],
  [4, 21_600],
])('After %i failures and one more, the next attempt is due in %i seconds [HOOK-17]', (failures, wait) => {
  expect(stepAfterFailure({ ...place, failures }, null, now)).toEqual({
    isScheduled: true,
    failures: failures + 1,
    nextAt: now + wait * seconds,
    isPutOff: false,
  });
});

test('After the sixth failure no automatic attempt follows [HOOK-17]', () => {
  expect(stepAfterFailure({ ...place, failures: 5 }, null, now)).toMatchObject({ failures: 6, nextAt: null });
});

test('A receiver can postpone the next attempt to twice its step at most [DECISION-68]', () => {
  expect(stepAfterFailure(place, 45 * seconds, now)).toMatchObject({
    nextAt: now + 45 * seconds,
    isPutOff: true,
  });
  expect(stepAfterFailure(place, 3_600 * seconds, now)).toMatchObject({ nextAt: now + 60 * seconds });
  expect(stepAfterFailure(place, 5 * seconds, now)).toMatchObject({
    nextAt: now + 30 * seconds,
    isPutOff: false,
  });
});

test('A manual attempt leaves the schedule unchanged unless it is the first [DECISION-21]', () => {
  const byHand = { failures: 2, nextAt: now + 77 * seconds, isByHand: true };
  expect(stepAfterFailure(byHand, null, now)).toMatchObject({
    isScheduled: false,
    failures: 2,
    nextAt: byHand.nextAt,
  });
  expect(stepAfterFailure({ ...place, isByHand: true }, null, now)).toMatchObject({
    isScheduled: true,
    failures: 1,
    nextAt: now + 30 * seconds,
  });
  expect(stepAfterFailure({ ...byHand, failures: 6 }, null, now)).toMatchObject({
    isScheduled: false,
    failures: 6,
    nextAt: null,
  });
});

test('The wait for a slot at an endpoint doubles from two seconds to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 1_000].map(busyWaitMs)).toEqual(
    [2, 4, 8, 16, 32, 60, 60, 60].map(wait => wait * seconds),
  );
});
