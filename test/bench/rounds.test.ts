import { measureInTurns, medianRatio, planTurns } from '../../bench/measure/rounds';

test('Each round measures both sides, and begins with the side that ended the previous round', () => {
  const sides = planTurns(3).map(({ side }) => side[0]);
  expect(sides.join('')).toBe('occoocco');
});

test('The first measurement of each side is a warm-up', () => {
  expect(planTurns(2).map(({ round }) => round)).toEqual([undefined, undefined, 0, 0, 1, 1]);
});

test('Warm-up figures are discarded', async () => {
  let calls = 0;
  const count = async (): Promise<number> => (calls += 1);
  const figures = await measureInTurns({ ours: count, comparator: count }, 2, () => undefined);
  expect(figures).toEqual({ ours: [4, 5], comparator: [3, 6] });
});

test("The ratio is taken per round, so a machine that slows down between rounds doesn't change it", () => {
  expect(medianRatio({ ours: [60, 30, 6], comparator: [100, 50, 10] })).toBeCloseTo(0.6);
});
