import { rateText } from '../../../src/site/console/components/endpoint-words';

test.each([
  [1_204, 1_183, '98.2% of 1,204 attempts'],
  [1, 1, '100% of 1 attempt'],
  [10_000, 9_999, '99.9% of 10,000 attempts'],
  [3, 0, '0% of 3 attempts'],
])('of %s attempts, %s successes are "%s" [CONSOLE-120]', (attempts, successes, text) => {
  expect(rateText({ attempts, successes, areLatest: false })).toBe(text);
});

test('a share of the latest deliveries says so [CONSOLE-120]', () => {
  const rate = { attempts: 2_400, successes: 1_200, areLatest: true };
  expect(rateText(rate)).toBe('50% of the latest 2,400 attempts');
});
