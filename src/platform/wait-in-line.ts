/** A waiting caller. */
export interface Waiting<Given> {
  /** Admits the caller, who is already out of the line. */
  readonly enter: (given: Given) => void;
}

/** How long a caller waits. */
export interface Patience {
  readonly waitMs: number;
  /** Returns the error for a caller who wasn't admitted in time. */
  readonly refuse: () => Error;
  /** Ends the wait early. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits at the end of a line until `enter` is called.
 * @param facts what the line needs to know about the caller
 * @returns what `enter` was called with
 * @throws what `refuse` returns, after the time limit, and the reason of `signal`; the caller is then out of
 * the line
 */
export function waitInLine<Given, Facts extends object>(
  line: Array<Facts & Waiting<Given>>,
  facts: Facts,
  { waitMs, refuse, signal }: Patience,
): Promise<Given> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    const leave = (): void => {
      const index = line.indexOf(waiting);
      if (index >= 0) line.splice(index, 1);
      end();
      reject(signal?.aborted === true ? (signal.reason as Error) : refuse());
    };
    const timer = setTimeout(leave, waitMs);
    signal?.addEventListener('abort', leave, { once: true });
    const waiting: Facts & Waiting<Given> = {
      ...facts,
      enter: given => {
        end();
        resolve(given);
      },
    };
    line.push(waiting);
  });
}
