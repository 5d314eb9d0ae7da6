/** Tells how far something long has come, every few seconds. */
export interface Progress {
  /** Something new begins. */
  readonly begin: (what: string) => void;
  /** So many more are done. */
  readonly add: (count: number) => void;
  /** One of many things begins that may take long; told when nothing was for a while. */
  readonly reach: (what: string) => void;
  /** Tells a line by itself. */
  readonly tell: (line: string) => void;
}

const everyMs = 3_000;

/** Progress that is told in lines, each with the seconds since now. */
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
