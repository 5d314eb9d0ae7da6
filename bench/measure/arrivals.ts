/**
 * The times at which requests arrive from many independent callers: a Poisson process, as gaps that do not know of
 * each other. Evenly spaced arrivals would hide the queues that real ones make.
 * @param draw a random number in [0, 1)
 * @returns milliseconds from the start, ascending, all below `durationMs`
 */
export function arrivalTimes(perSecond: number, durationMs: number, draw: () => number): number[] {
  const times: number[] = [];
  let at = 0;
  for (;;) {
    at += (-Math.log(1 - draw()) / perSecond) * 1000;
    if (at >= durationMs) return times;
    times.push(at);
  }
}
