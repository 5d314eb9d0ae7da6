import { until, within } from './until';

const never = new Promise<never>(() => undefined);

test('a wait gives what it saw as soon as that is there', async () => {
  let looks = 0;
  const seen = await until(
    'the third look',
    () => (looks += 1),
    look => look === 3,
  );
  expect([seen, looks]).toEqual([3, 3]);
});

test('a wait whose bound passes says what it waited for and what it last saw', async () => {
  const waiting = until(
    'the status Completed',
    () => 'Processing',
    status => status === 'Completed',
    { withinMs: 20 },
  );
  await expect(waiting).rejects.toThrow(/^waited 0\.02 s for the status Completed; last seen: "Processing"$/);
});

test('a look that does not come back is bounded too', async () => {
  const waiting = until('an answer', () => never, undefined, { withinMs: 20 });
  await expect(waiting).rejects.toThrow('last seen: nothing, the first look did not come back');
});

test('what may be a patient’s is told by its size, unless the test says how to show it', async () => {
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
    shown: seen => `${seen.length} patients`,
  });
  await expect(shown).rejects.toThrow(/last seen: 1 patients$/);
});

test('a fault of a look ends the wait with that fault', async () => {
  const waiting = until('an answer', () => Promise.reject(new Error('refused')));
  await expect(waiting).rejects.toThrow('refused');
});

test('a promise that settles within its bound is passed on as it is', async () => {
  const nothing = (): string => 'nothing';
  await expect(within('a value', Promise.resolve(7), nothing)).resolves.toBe(7);
  await expect(within('a value', Promise.reject(new Error('refused')), nothing)).rejects.toThrow('refused');
  await expect(within('a value', never, () => 'its beginning', 20)).rejects.toThrow(
    'waited 0.02 s for a value; last seen: its beginning',
  );
});
