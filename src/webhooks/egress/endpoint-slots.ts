/**
 * How many POSTs one endpoint may have under way from this process, so that a receiver that hangs holds its
 * own slots, few of them, and nobody else's.
 */

/** The limits of the slots. */
export interface SlotLimits {
  /** POSTs under way per endpoint; as many may wait. */
  readonly perEndpointMax: number;
  /** How long one may wait for a slot, in milliseconds. */
  readonly waitMs: number;
}

/** 8 at once; a wait of 5 s and a POST of 10 s fit the 30 s of an attempt. */
export const slotLimits: SlotLimits = { perEndpointMax: 8, waitMs: 5_000 };

/** Of so many endpoints it is remembered that they hang. */
const rememberedMax = 10_000;

/** What became of work that needed a slot. Work that did not run is no failure: it is tried again later. */
export type SlotResult<T> = { readonly ran: true; readonly value: T } | { readonly ran: false };

/**
 * Runs `work` in a slot of the endpoint, first come first served; where as many wait as may be under way, not
 * at all. Sign inside `work`: the wait is then neither in the signed timestamp nor on the receiver's clock.
 * @param hangs whether what came of it shows that the endpoint holds who asks it
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
 * How many may be under way to each endpoint: half as many after one that hung, one more after one that did
 * not.
 */
function createWidths({ perEndpointMax }: SlotLimits): {
  readonly of: (endpointId: string) => number;
  readonly learn: (endpointId: string, hung: boolean) => void;
} {
  // Of endpoints that are as wide as can be nothing is kept.
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

/** Creates the slots of a process. An endpoint without work takes no memory, unless its last POSTs hung. */
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

  /** Gives a slot back, and as many on as the endpoint may have now. */
  const release = (endpointId: string, line: Line): void => {
    line.underWay -= 1;
    while (line.underWay < widths.of(endpointId)) {
      const next = line.waiting.shift();
      if (next === undefined) break;
      // Taken here and not by who waits, so that nobody comes between.
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
