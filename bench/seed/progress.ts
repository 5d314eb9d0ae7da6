/** Reports the progress of long work every few seconds. */
export interface Progress {
  /** Starts a new part. */
  readonly begin: (what: string) => void;
  /** Adds to the number of done items. */
  readonly add: (count: number) => void;
  /** Starts one of many steps. It's reported if nothing was for a while. */
  readonly reach: (what: string) => void;
  /** Reports a line. */
  readonly tell: (line: string) => void;
}

const everyMs = 3_000;

/** Reports progress in lines, each with the seconds since the start. */
export function progressOf(print: (line: string) => void): Progress {
  const startedAt = performance.now();
  let [what, done, beganAt, toldAt] = ['', 0, startedAt, startedAt];
  const tell = (line: string): void => {
    toldAt = performance.now();
    print(`${((toldAt - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  };
  return {
    begin: next => {
      [what, done, beganAt] = [next, 0, performance.now()];
      tell(next);
    },
    add: count => {
      done += count;
      const now = performance.now();
      if (now - toldAt >= everyMs)
        tell(`${what}: ${done} rows, ${Math.round(done / ((now - beganAt) / 1000))} a second`);
    },
    reach: next => {
      if (performance.now() - toldAt >= everyMs) tell(next);
    },
    tell,
  };
}
