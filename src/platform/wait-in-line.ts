/** Somebody who stands in a line. */
export interface Waiting<Given> {
  /** Lets them in; whoever calls it has taken them out of the line. */
  readonly enter: (given: Given) => void;
}

/** How long one waits in a line. */
export interface Patience {
  readonly waitMs: number;
  /** Made when they were not let in in time. */
  readonly refuse: () => Error;
  /** Ends the wait before. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits at the end of a line until `enter` is called.
 * @param facts what the line has to know of who waits
 * @returns what `enter` was called with
 * @throws what `refuse` makes, when that has not happened in time, and the reason of `signal`; who waited
 *   stands in the line no more then
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
