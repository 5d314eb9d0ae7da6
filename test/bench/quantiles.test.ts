import { median, quantile } from '../../bench/measure/figures';

test('The median of an even count is between the middle two values, and of an odd count the middle one', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 5])).toBe(5);
  expect(median([7])).toBe(7);
});

test('A quantile is a measured value: the nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_none, index) => 100 - index);
  expect(quantile(hundred, 0.99)).toBe(99);
  expect(quantile(hundred, 0.5)).toBe(50);
  expect(quantile(hundred, 0)).toBe(1);
  expect(quantile(hundred, 1)).toBe(100);
  // The p99 of few values is the worst one, which must not be smoothed away.
  expect(quantile([1, 2, 1000], 0.99)).toBe(1000);
});

test('An empty list has neither a median nor a quantile', () => {
  expect(median([])).toBeNaN();
  expect(quantile([], 0.99)).toBeNaN();
});

test("The median and the quantile don't reorder the values", () => {
  const values = [3, 1, 2];
  median(values);
  quantile(values, 0.5);
  expect(values).toEqual([3, 1, 2]);
});
