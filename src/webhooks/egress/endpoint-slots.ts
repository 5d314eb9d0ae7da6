/**
 * How many POSTs one endpoint may have under way from this process, so that a receiver that hangs holds its own slots
 * and nobody else's.
 */

/** The limits of the slots. */
export interface SlotLimits {
  /** POSTs under way per endpoint. */
  readonly perEndpointMax: number;
  /** How long one may wait for a slot, in milliseconds. */
  readonly waitMs: number;
}

/** 8 at once; a wait of 5 s and a POST of 10 s fit an activity of 20 s. */
export const slotLimits: SlotLimits = { perEndpointMax: 8, waitMs: 5000 };

/** What became of work that needed a slot. Work that did not run is no failure: it is tried again later. */
export type SlotResult<T> = { readonly ran: true; readonly value: T } | { readonly ran: false };

/**
 * Runs `work` in a slot of the endpoint, first come first served. Sign inside `work`: the wait is then neither in the
 * signed timestamp nor on the receiver's clock.
 */
export type RunInSlot = <T>(endpointId: string, work: () => Promise<T>) => Promise<SlotResult<T>>;

interface Line {
  underWay: number;
  readonly waiting: Array<() => void>;
}

/** Creates the slots of a process. An endpoint without work takes no memory. */
export function createEndpointSlots(limits: SlotLimits = slotLimits): RunInSlot {
  const lines = new Map<string, Line>();

  /** Whether a slot came free within the time. It is handed over, so the number under way stays the same. */
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

  const release = (endpointId: string, line: Line): void => {
    const next = line.waiting.shift();
    if (next !== undefined) return next();
    line.underWay -= 1;
    if (line.underWay === 0) lines.delete(endpointId);
    return undefined;
  };

  return async (endpointId, work) => {
    const line = lines.get(endpointId) ?? { underWay: 0, waiting: [] };
    lines.set(endpointId, line);
    if (line.underWay < limits.perEndpointMax) line.underWay += 1;
    else if (!(await wait(line))) return { ran: false };
    try {
      return { ran: true, value: await work() };
    } finally {
      release(endpointId, line);
    }
  };
}
