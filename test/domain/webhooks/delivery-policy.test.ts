import {
  failuresBeforeDisabling,
  isAcknowledged,
  retryAfterMs,
  waitBefore,
} from '../../../src/domain/webhooks/delivery-policy';

test.each([
  [199, false],
  [200, true],
  [204, true],
  [299, true],
  [300, false],
  [304, false],
  [404, false],
  [410, false],
  [503, false],
])('A response with status %i acknowledges a delivery: %s [HOOK-16]', (status, expected) => {
  expect(isAcknowledged(status)).toBe(expected);
});

test('The fifth failed delivery in a row disables an endpoint [HOOK-19]', () => {
  expect(failuresBeforeDisabling).toBe(5);
});

const at = new Date('2026-11-22T12:00:00Z');

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['Sun, 22 Nov 2026 12:01:30 GMT', 90_000],
  ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['99999999999', null],
  ['soon', null],
  ['Sun, 32 Nov 2026 12:00:00 GMT', null],
  ['2026-11-22T12:01:30Z', null],
  [undefined, null],
])('Retry-After %j requests %s ms [DECISION-68]', (header, expected) => {
  expect(retryAfterMs(header, at)).toBe(expected);
});

test.each([
  [30_000, null, 30_000],
  [30_000, 0, 30_000],
  [30_000, 31_000, 31_000],
  [30_000, 60_000, 60_000],
  [30_000, 60_001, 60_000],
])(
  'For a step of %i ms and a request for %s, the wait is %i ms: one to two steps',
  (step, requested, expected) => {
    expect(waitBefore(step, requested)).toBe(expected);
  },
);
