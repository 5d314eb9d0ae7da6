/** Lets so many do something at once; who comes after them waits. */
export interface Turns {
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Makes turns for `max` at once; who waits goes in the order in which they came. */
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
        // A turn is handed on, and free only where nobody waits.
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
