import { failuresBeforeDisabling, isAcknowledged } from '../../../src/domain/webhooks/delivery-policy';

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
])('an answer with the status %i acknowledges a delivery: %s [HOOK-16]', (status, expected) => {
  expect(isAcknowledged(status)).toBe(expected);
});

test('an endpoint is disabled by the fifth failed delivery in a row, not before [HOOK-19]', () => {
  expect(failuresBeforeDisabling).toBe(5);
});
