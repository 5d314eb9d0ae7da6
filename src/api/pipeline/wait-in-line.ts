import type { Problem } from '../../domain/problem';

/** Somebody who stands in a line. */
export interface Waiting<Given> {
  /** Lets them in; whoever calls it has taken them out of the line. */
  readonly enter: (given: Given) => void;
}

/**
 * Waits at the end of a line until `enter` is called.
 * @param facts what the line has to know of who waits
 * @returns what `enter` was called with
 * @throws what `refuse` makes, when that has not happened in time; who waited stands in the line no more then
 */
export function waitInLine<Given, Facts extends object>(
  line: Array<Facts & Waiting<Given>>,
  facts: Facts,
  waitMs: number,
  refuse: () => Problem,
): Promise<Given> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const index = line.indexOf(waiting);
      if (index >= 0) line.splice(index, 1);
      reject(refuse());
    }, waitMs);
    const waiting: Facts & Waiting<Given> = {
      ...facts,
      enter: given => {
        clearTimeout(timer);
        resolve(given);
      },
    };
    line.push(waiting);
  });
}
