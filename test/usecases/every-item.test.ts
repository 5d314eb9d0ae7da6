import { handleEvery, takeEvery } from '../../src/usecases/every-item';

async function* arriving<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
}

const numbers = Array.from({ length: 30 }, (_, index) => index);

test.each([
  ['a list', () => [1, 2, 3, 4]],
  ['rows that arrive page by page', () => arriving([1, 2, 3, 4])],
])(
  'Items of %s that fail keep no other from being handled, and the first failure is thrown [FILE-56]',
  async (_, items) => {
    const handled: number[] = [];
    const work = handleEvery(items(), async item => {
      if (item % 2 === 0) throw new Error(`item ${item}`);
      handled.push(item);
    });
    await expect(work).rejects.toThrow('item 2');
    expect(handled).toEqual([1, 3]);
  },
);

test('After ten failures, no further item is tried, because the cause is not the items [FILE-56]', async () => {
  const tried: number[] = [];
  const work = handleEvery(numbers, async item => {
    tried.push(item);
    throw new Error('the database is down');
  });
  await expect(work).rejects.toThrow('the database is down');
  expect(tried).toEqual(numbers.slice(0, 10));
});

test('A step that fails keeps no later step from being taken', async () => {
  const taken: string[] = [];
  const steps = takeEvery(
    () => Promise.reject(new Error('first')),
    async () => void taken.push('second'),
  );
  await expect(steps).rejects.toThrow('first');
  expect(taken).toEqual(['second']);
});
