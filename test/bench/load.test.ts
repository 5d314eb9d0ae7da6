import { arrivalTimes, shuffled } from '../../bench/measure/load';
import { refuseToStart, withDescendants } from '../../bench/measure/machine';
import { chance } from '../../stack/demo/chance';

test("A run doesn't start above the load limit unless it is forced", () => {
  expect(refuseToStart(2.5, false)).toBeUndefined();
  expect(refuseToStart(2.51, false)).toContain('2.51');
  expect(refuseToStart(9, true)).toBeUndefined();
});

test('Arrivals come at the requested rate, in order, and bunch like those of independent callers', () => {
  const times = arrivalTimes(1_000, 10_000, chance(7));
  expect(times.length).toBeGreaterThan(9_500);
  expect(times.length).toBeLessThan(10_500);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThan(10_000);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  // Of gaps with mean 1 ms, e^-2 are longer than 2 ms; of evenly spaced ones, none.
  const long = gaps.filter(gap => gap > 2).length / gaps.length;
  expect(long).toBeGreaterThan(0.11);
  expect(long).toBeLessThan(0.16);
});

test('Shuffling keeps every value and leaves the original list unchanged', () => {
  const values = Array.from({ length: 100 }, (_none, index) => index);
  const mixed = shuffled(values, chance(3));
  expect(mixed).not.toEqual(values);
  expect(mixed.toSorted((a, b) => a - b)).toEqual(values);
});

test('The processes of a stack are those it started, and their descendants', () => {
  const parents = new Map([
    [2, 1],
    [3, 2],
    [4, 3],
    [9, 8],
  ]);
  expect(withDescendants([2], parents).toSorted((a, b) => a - b)).toEqual([2, 3, 4]);
});
