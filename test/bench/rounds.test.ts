import { measureInTurns, medianRatio, planTurns } from '../../bench/measure/rounds';

test('both sides are measured in every round, and each round begins with the side the one before ended with', () => {
  const sides = planTurns(3).map(({ side }) => side[0]);
  expect(sides.join('')).toBe('occoocco');
});

test('the first measurement of each side is a warm-up', () => {
  expect(planTurns(2).map(({ round }) => round)).toEqual([undefined, undefined, 0, 0, 1, 1]);
});

test('figures of the warm-up are thrown away', async () => {
  let calls = 0;
  const count = async (): Promise<number> => (calls += 1);
  const figures = await measureInTurns({ ours: count, comparator: count }, 2, () => undefined);
  expect(figures).toEqual({ ours: [4, 5], comparator: [3, 6] });
});

test('the ratio is that of the round, so a machine that slows down between rounds does not move it', () => {
  expect(medianRatio({ ours: [60, 30, 6], comparator: [100, 50, 10] })).toBeCloseTo(0.6);
});
