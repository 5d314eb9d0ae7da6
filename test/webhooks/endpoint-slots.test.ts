import { createEndpointSlots, type SlotResult } from '../../src/webhooks/egress/endpoint-slots';

/** Work that ends when it is told to. */
function work(): { start: () => Promise<string>; end: () => void; isStarted: () => boolean } {
  let resolve: (value: string) => void = () => undefined;
  const promise = new Promise<string>(settled => (resolve = settled));
  let isStarted = false;
  return {
    start: () => {
      isStarted = true;
      return promise;
    },
    end: () => resolve('done'),
    isStarted: () => isStarted,
  };
}

/** Lets promises that are ready go on. */
const settle = (): Promise<void> => new Promise(resolve => process.nextTick(() => setImmediate(resolve)));

const well = (): boolean => false;

describe('runInSlot', () => {
  test('runs as many as the limit at once and the others in the order they came', async () => {
    const runInSlot = createEndpointSlots({ perEndpointMax: 2, waitMs: 60_000 });
    const works = Array.from({ length: 4 }, work);
    const results = works.map(({ start }) => runInSlot('a', start, well));
    await settle();
    expect(works.map(({ isStarted }) => isStarted())).toEqual([true, true, false, false]);
    works[1]?.end();
    await settle();
    expect(works.map(({ isStarted }) => isStarted())).toEqual([true, true, true, false]);
    for (const { end } of works) end();
    await expect(Promise.all(results)).resolves.toEqual(
      Array.from({ length: 4 }, (): SlotResult<string> => ({ ran: true, value: 'done' })),
    );
  });

  test('does not let one endpoint wait for another', async () => {
    const runInSlot = createEndpointSlots({ perEndpointMax: 1, waitMs: 60_000 });
    const hanging = work();
    const held = runInSlot('a', hanging.start, well);
    await expect(runInSlot('b', async () => 'done', well)).resolves.toEqual({ ran: true, value: 'done' });
    hanging.end();
    await held;
  });

  test('gives a slot back when the work throws', async () => {
    const runInSlot = createEndpointSlots({ perEndpointMax: 1, waitMs: 60_000 });
    await expect(runInSlot('a', () => Promise.reject(new Error('no')), well)).rejects.toThrow('no');
    await expect(runInSlot('a', async () => 'done', well)).resolves.toEqual({ ran: true, value: 'done' });
  });

  test('does not run work that waited too long, and keeps the slots right', async () => {
    const runInSlot = createEndpointSlots({ perEndpointMax: 1, waitMs: 1 });
    const hanging = work();
    const late = work();
    const held = runInSlot('a', hanging.start, well);
    await expect(runInSlot('a', late.start, well)).resolves.toEqual({ ran: false });
    expect(late.isStarted()).toBe(false);
    hanging.end();
    await held;
    await expect(runInSlot('a', async () => 'done', well)).resolves.toEqual({ ran: true, value: 'done' });
  });

  test('lets no more wait than may be under way: the others hear at once that there is no place', async () => {
    const runInSlot = createEndpointSlots({ perEndpointMax: 2, waitMs: 60_000 });
    const works = Array.from({ length: 4 }, work);
    const results = works.map(({ start }) => runInSlot('a', start, well));
    await expect(runInSlot('a', work().start, well)).resolves.toEqual({ ran: false });
    for (const { end } of works) end();
    await expect(Promise.all(results)).resolves.toHaveLength(4);
  });

  describe('an endpoint that hangs', () => {
    /** Slots of which endpoint `a` has had so many POSTs that hung, and then so many that did not. */
    async function slotsAfter(hung: number, after: number): Promise<ReturnType<typeof createEndpointSlots>> {
      const runInSlot = createEndpointSlots({ perEndpointMax: 4, waitMs: 60_000 });
      for (const isHung of [...Array<boolean>(hung).fill(true), ...Array<boolean>(after).fill(false)])
        await runInSlot(
          'a',
          async () => isHung,
          value => value,
        );
      return runInSlot;
    }

    /** How many of ten run at once; as many wait, and the others hear that there is no place. */
    async function widthOf(runInSlot: ReturnType<typeof createEndpointSlots>, id: string): Promise<number> {
      const works = Array.from({ length: 10 }, work);
      const results = works.map(({ start }) => runInSlot(id, start, well));
      await settle();
      const width = works.filter(({ isStarted }) => isStarted()).length;
      for (const { end } of works) end();
      expect((await Promise.all(results)).filter(({ ran }) => ran)).toHaveLength(2 * width);
      return width;
    }

    test.each([
      [0, 0, 4],
      [1, 0, 2],
      [2, 0, 1],
      // One stays, so that it is noticed when the endpoint is well again.
      [9, 0, 1],
      [9, 1, 2],
      [9, 2, 3],
      [9, 3, 4],
      [9, 9, 4],
    ])('after %i POSTs that hung and %i that did not it has %i slots', async (hung, after, slots) => {
      expect(await widthOf(await slotsAfter(hung, after), 'a')).toBe(slots);
    });

    test('takes nothing from another one', async () => {
      expect(await widthOf(await slotsAfter(9, 0), 'b')).toBe(4);
    });
  });
});
