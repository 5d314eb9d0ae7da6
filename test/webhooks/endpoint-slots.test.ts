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

describe('runInSlot', () => {
  test('runs as many as the limit at once and the others in the order they came', async () => {
    const runInSlot = createEndpointSlots({ perEndpointMax: 2, waitMs: 60_000 });
    const works = Array.from({ length: 4 }, work);
    const results = works.map(({ start }) => runInSlot('a', start));
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
    const held = runInSlot('a', hanging.start);
    await expect(runInSlot('b', async () => 'done')).resolves.toEqual({ ran: true, value: 'done' });
    hanging.end();
    await held;
  });

  test('gives a slot back when the work throws', async () => {
    const runInSlot = createEndpointSlots({ perEndpointMax: 1, waitMs: 60_000 });
    await expect(runInSlot('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(runInSlot('a', async () => 'done')).resolves.toEqual({ ran: true, value: 'done' });
  });

  test('does not run work that waited too long, and keeps the slots right', async () => {
    const runInSlot = createEndpointSlots({ perEndpointMax: 1, waitMs: 1 });
    const hanging = work();
    const late = work();
    const held = runInSlot('a', hanging.start);
    await expect(runInSlot('a', late.start)).resolves.toEqual({ ran: false });
    expect(late.isStarted()).toBe(false);
    hanging.end();
    await held;
    await expect(runInSlot('a', async () => 'done')).resolves.toEqual({ ran: true, value: 'done' });
  });
});
