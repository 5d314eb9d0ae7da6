/**
 * Limits how many concurrent POSTs this process makes to one endpoint, so that a receiver that hangs only
 * uses its own few slots.
 */

/** The limits of the slots. */
export interface SlotLimits {
  /** Concurrent POSTs per endpoint; as many may wait. */
  readonly perEndpointMax: number;
  /** How long one may wait for a slot, in milliseconds. */
  readonly waitMs: number;
}

/** 8 at once; a wait of 5 s and a POST of 10 s fit the 30 s of an attempt. */
export const slotLimits: SlotLimits = { perEndpointMax: 8, waitMs: 5_000 };

/** How many hanging endpoints are remembered. */
const rememberedMax = 10_000;

/** The result of work that needed a slot. Work that didn't run isn't a failure: it is retried later. */
export type SlotResult<T> = { readonly ran: true; readonly value: T } | { readonly ran: false };

/**
 * Runs `work` in a slot of the endpoint, first come, first served. It doesn't run if as many already wait as
 * there are slots. Sign inside `work`, so that the wait is neither in the signed timestamp nor on the
 * receiver's clock.
 * @param hangs whether the result shows that the endpoint hangs
 */
export type RunInSlot = <T>(
  endpointId: string,
  work: () => Promise<T>,
  hangs: (value: T) => boolean,
) => Promise<SlotResult<T>>;

interface Line {
  underWay: number;
  readonly waiting: Array<() => void>;
}

/**
 * Tracks how many POSTs may run concurrently to each endpoint: half as many after one that hung, one more
 * after one that didn't.
 */
function createWidths({ perEndpointMax }: SlotLimits): {
  readonly of: (endpointId: string) => number;
  readonly learn: (endpointId: string, hung: boolean) => void;
} {
  // Endpoints with all slots aren't stored.
  const narrowed = new Map<string, number>();
  const of = (endpointId: string): number => narrowed.get(endpointId) ?? perEndpointMax;
  return {
    of,
    learn: (endpointId, hung) => {
      const width = hung ? Math.max(1, Math.floor(of(endpointId) / 2)) : of(endpointId) + 1;
      narrowed.delete(endpointId);
      if (width < perEndpointMax) narrowed.set(endpointId, width);
      const [oldest] = narrowed.keys();
      if (narrowed.size > rememberedMax && oldest !== undefined) narrowed.delete(oldest);
    },
  };
}

/** Creates the slots of a process. An endpoint without work uses no memory, unless its last POSTs hung. */
export function createEndpointSlots(limits: SlotLimits = slotLimits): RunInSlot {
  const lines = new Map<string, Line>();
  const widths = createWidths(limits);

  /** Whether a slot came free within the time. */
  const wait = (line: Line): Promise<boolean> =>
    new Promise(resolve => {
      const take = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(take), 1);
        resolve(false);
      }, limits.waitMs);
      line.waiting.push(take);
    });

  /** Returns a slot, and passes on as many as the endpoint may have now. */
  const release = (endpointId: string, line: Line): void => {
    line.underWay -= 1;
    while (line.underWay < widths.of(endpointId)) {
      const next = line.waiting.shift();
      if (next === undefined) break;
      // Counted here and not by the waiting work, so that nothing comes between.
      line.underWay += 1;
      next();
    }
    if (line.underWay === 0) lines.delete(endpointId);
  };

  return async (endpointId, work, hangs) => {
    const line = lines.get(endpointId) ?? { underWay: 0, waiting: [] };
    lines.set(endpointId, line);
    const width = widths.of(endpointId);
    if (line.underWay < width) line.underWay += 1;
    else if (line.waiting.length >= width || !(await wait(line))) return { ran: false };
    try {
      const value = await work();
      widths.learn(endpointId, hangs(value));
      return { ran: true, value };
    } finally {
      release(endpointId, line);
    }
  };
}
