import { createEndpointSlots, type SlotResult } from '../../src/webhooks/egress/endpoint-slots';

/** Returns work that ends on demand. */
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

/** Lets promises that are ready continue. */
const settlePromises = (): Promise<void> =>
  new Promise(resolve => process.nextTick(() => setImmediate(resolve)));

const well = (): boolean => false;

describe('runInSlot', () => {
  test('runs up to the limit at once and the others in order of arrival', async () => {
    const runInSlot = createEndpointSlots({ perEndpointMax: 2, waitMs: 60_000 });
    const works = Array.from({ length: 4 }, work);
    const results = works.map(({ start }) => runInSlot('a', start, well));
    await settlePromises();
    expect(works.map(({ isStarted }) => isStarted())).toEqual([true, true, false, false]);
    works[1]?.end();
    await settlePromises();
    expect(works.map(({ isStarted }) => isStarted())).toEqual([true, true, true, false]);
    for (const { end } of works) end();
    await expect(Promise.all(results)).resolves.toEqual(
      Array.from({ length: 4 }, (): SlotResult<string> => ({ ran: true, value: 'done' })),
    );
  });

  test('does not make one endpoint wait for another', async () => {
    const runInSlot = createEndpointSlots({ perEndpointMax: 1, waitMs: 60_000 });
    const hanging = work();
    const held = runInSlot('a', hanging.start, well);
    await expect(runInSlot('b', async () => 'done', well)).resolves.toEqual({ ran: true, value: 'done' });
    hanging.end();
    await held;
  });

  test('releases a slot when the work throws', async () => {
    const runInSlot = createEndpointSlots({ perEndpointMax: 1, waitMs: 60_000 });
    await expect(runInSlot('a', () => Promise.reject(new Error('no')), well)).rejects.toThrow('no');
    await expect(runInSlot('a', async () => 'done', well)).resolves.toEqual({ ran: true, value: 'done' });
  });

  test('does not run work that waited too long, and counts its slots correctly', async () => {
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

  test('limits the waiting line to the number of slots and rejects further work at once', async () => {
    const runInSlot = createEndpointSlots({ perEndpointMax: 2, waitMs: 60_000 });
    const works = Array.from({ length: 4 }, work);
    const results = works.map(({ start }) => runInSlot('a', start, well));
    await expect(runInSlot('a', work().start, well)).resolves.toEqual({ ran: false });
    for (const { end } of works) end();
    await expect(Promise.all(results)).resolves.toHaveLength(4);
  });

  describe('An endpoint that hangs', () => {
    /** Returns slots after `hung` POSTs to endpoint `a` that hung, and then `after` that did not. */
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

    /** Returns how many of ten run at once; as many wait, and the others are rejected. */
    async function widthOf(runInSlot: ReturnType<typeof createEndpointSlots>, id: string): Promise<number> {
      const works = Array.from({ length: 10 }, work);
      const results = works.map(({ start }) => runInSlot(id, start, well));
      await settlePromises();
      const width = works.filter(({ isStarted }) => isStarted()).length;
      for (const { end } of works) end();
      expect((await Promise.all(results)).filter(({ ran }) => ran)).toHaveLength(2 * width);
      return width;
    }

    test.each([
      [0, 0, 4],
      [1, 0, 2],
      [2, 0, 1],
      // One slot is left, to notice when the endpoint recovers.
      [9, 0, 1],
      [9, 1, 2],
      [9, 2, 3],
      [9, 3, 4],
      [9, 9, 4],
    ])(
      'has the right number of slots after %i POSTs that hung and %i that did not: %i',
      async (hung, after, slots) => {
        expect(await widthOf(await slotsAfter(hung, after), 'a')).toBe(slots);
      },
    );

    test('takes no slots from another endpoint', async () => {
      expect(await widthOf(await slotsAfter(9, 0), 'b')).toBe(4);
    });
  });
});
