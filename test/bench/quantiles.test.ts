import { median, quantile } from '../../bench/measure/figures';

test('the median of an even number of values is between the middle two, of an odd number the middle one', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 5])).toBe(5);
  expect(median([7])).toBe(7);
});

test('a quantile is a value that was measured: the nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_none, index) => 100 - index);
  expect(quantile(hundred, 0.99)).toBe(99);
  expect(quantile(hundred, 0.5)).toBe(50);
  expect(quantile(hundred, 0)).toBe(1);
  expect(quantile(hundred, 1)).toBe(100);
  // Of few values the p99 is the worst: it must not be smoothed away.
  expect(quantile([1, 2, 1000], 0.99)).toBe(1000);
});

test('no values have neither median nor quantile', () => {
  expect(median([])).toBeNaN();
  expect(quantile([], 0.99)).toBeNaN();
});

test('values are not reordered in place', () => {
  const values = [3, 1, 2];
  median(values);
  quantile(values, 0.5);
  expect(values).toEqual([3, 1, 2]);
});
