import { until, within } from './until';

const never = new Promise<never>(() => undefined);

test('A wait returns the first value that matches', async () => {
  let looks = 0;
  const value = await until(
    'the third look',
    () => (looks += 1),
    look => look === 3,
  );
  expect([value, looks]).toEqual([3, 3]);
});

test('A timed-out wait says what it waited for and what it last saw', async () => {
  const waiting = until(
    'the status Completed',
    () => 'Processing',
    status => status === 'Completed',
    { withinMs: 20 },
  );
  await expect(waiting).rejects.toThrow(/^waited 0\.02 s for the status Completed; last seen: "Processing"$/);
});

test('A check that never returns also times out', async () => {
  const waiting = until('an answer', () => never, undefined, { withinMs: 20 });
  await expect(waiting).rejects.toThrow('last seen: nothing, the first look did not come back');
});

test("A value that may be a patient's is reported by its size, unless the test says how to show it", async () => {
  const look = (): Array<{ firstName: string }> => [{ firstName: 'Zqxmarked' }];
  const bare = until('nobody', look, () => false, { withinMs: 20 });
  await expect(bare).rejects.toThrow(/last seen: 1 entries$/);
  const one = until(
    'nobody',
    () => look()[0],
    () => false,
    { withinMs: 20 },
  );
  await expect(one).rejects.toThrow(/last seen: an object of 1 properties$/);
  const shown = until('nobody', look, () => false, {
    withinMs: 20,
    shown: value => `${value.length} patients`,
  });
  await expect(shown).rejects.toThrow(/last seen: 1 patients$/);
});

test('A check that fails ends the wait with its error', async () => {
  const waiting = until('an answer', () => Promise.reject(new Error('refused')));
  await expect(waiting).rejects.toThrow('refused');
});

test('A promise that settles in time is passed on unchanged', async () => {
  const nothing = (): string => 'nothing';
  await expect(within('a value', Promise.resolve(7), nothing)).resolves.toBe(7);
  await expect(within('a value', Promise.reject(new Error('refused')), nothing)).rejects.toThrow('refused');
  await expect(within('a value', never, () => 'its beginning', 20)).rejects.toThrow(
    'waited 0.02 s for a value; last seen: its beginning',
  );
});
