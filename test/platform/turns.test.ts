import { createTurns } from '../../src/platform/turns';

test('Only so many tasks run at once, others wait in order, and a failed task frees its turn [DESK-19]', async () => {
  const turns = createTurns(2);
  const begun: string[] = [];
  const ends = new Map<string, (isGood: boolean) => void>();
  const start = (name: string): Promise<void> =>
    turns.run(
      () =>
        new Promise((resolve, reject) => {
          begun.push(name);
          ends.set(name, isGood => (isGood ? resolve() : reject(new Error(name))));
        }),
    );
  const all = ['a', 'b', 'c', 'd'].map(start);
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.(false);
  await expect(all[1]).rejects.toThrow('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c']) ends.get(name)?.(true);
  await Promise.all([all[0], all[2]]);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  ends.get('d')?.(true);
  await all[3];
  const after = turns.run(async () => 'free');
  expect(await after).toBe('free');
});
