/** Lets a limited number of callers do something at once; later ones wait. */
export interface Turns {
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Creates turns for `max` at once, first come, first served. */
export function createTurns(max: number): Turns {
  let free = max;
  const waiting: Array<() => void> = [];
  return {
    run: async work => {
      if (free > 0) free -= 1;
      else
        await new Promise<void>(resolve => {
          waiting.push(resolve);
        });
      try {
        return await work();
      } finally {
        // A turn is passed on, and only freed if nobody waits.
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
