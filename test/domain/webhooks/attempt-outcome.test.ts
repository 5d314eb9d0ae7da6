import {
  abandonedType,
  failedAttemptOf,
  failureOf,
  isMessageForOperators,
} from '../../../src/domain/webhooks/attempt-outcome';

const now = Date.parse('2026-11-22T10:00:00.400Z');
const endsAt = Date.parse('2026-11-23T09:59:00Z');
const plan = { failures: 1, nextAt: now, isByHand: false, endsAt };
const failed = { outcome: 'failed', answer: 'HTTP 503', retryAfterMs: null, number: 2 } as const;

test('A failed attempt reports its answer, its number, and when the next attempt follows [DECISION-81]', () => {
  expect(failureOf(failed, plan, now)).toEqual({
    type: 'AttemptFailed: HTTP 503',
    message: 'Attempt 2 failed: HTTP 503. The next attempt is at 2026-11-22T10:02:00Z.',
    details: [failed],
  });
});

test.each([
  ['The last scheduled attempt', { ...plan, failures: 5 }],
  ['An attempt whose successor would be too late', { ...plan, endsAt: now + 60_000 }],
])('%s reports that none follows, and when the delivery is abandoned [DECISION-81]', (_what, given) => {
  const end = new Date(given.endsAt).toISOString().slice(0, 19);
  expect(failureOf({ ...failed, answer: 'timeout' }, given, now).message).toBe(
    `Attempt 2 failed: timeout. No automatic attempt follows. The delivery is abandoned at ${end}Z.`,
  );
});

test('An event that is sent once reports that its only attempt failed [HOOK-29] [DECISION-81]', () => {
  const missed = { outcome: 'missed', answer: 'HTTP 500', wasAttempted: true } as const;
  expect(failureOf(missed, plan, now)).toMatchObject({
    type: 'AttemptFailed: HTTP 500',
    message: 'The only attempt failed: HTTP 500. This event is only sent once.',
  });
});

test('A workflow reads the attempt from its failure, and nothing from other errors [DECISION-81]', () => {
  const { type, details } = failureOf(failed, plan, now);
  expect(failedAttemptOf(type, details)).toEqual(failed);
  expect(failedAttemptOf('TypeError', details)).toBeUndefined();
  expect(failedAttemptOf(undefined, details)).toBeUndefined();
  expect(failedAttemptOf(type, undefined)).toBeUndefined();
});

test('Only messages of failed attempts and abandoned deliveries are for operators [DECISION-81]', () => {
  expect([failureOf(failed, plan, now).type, abandonedType].map(isMessageForOperators)).toEqual([true, true]);
  for (const type of ['Error', 'TypeError', 'AttemptFailed', `My${abandonedType}`, '', undefined, null])
    expect(isMessageForOperators(type)).toBe(false);
});
