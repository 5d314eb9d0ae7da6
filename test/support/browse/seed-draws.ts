/** A sequence of draws that is the same for the same seed: a test's two companies get the same rows. */
export interface Draws {
  readonly below: (count: number) => number;
  readonly one: <T>(from: readonly T[]) => T;
  readonly maybe: <T>(from: readonly T[]) => T | null;
  readonly uuid: () => string;
}

/** Returns draws of the generator mulberry32. */
export function drawsOf(seed: number): Draws {
  let state = seed;
  const next = (): number => {
    state = Math.trunc(state + 0x6d2b79f5);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  const one = <T>(from: readonly T[]): T => {
    const drawn = from[below(from.length)];
    if (drawn === undefined) throw new TypeError('there is nothing to draw from');
    return drawn;
  };
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => below(16).toString(16)).join('');
  return {
    below,
    one,
    maybe: from => (below(5) === 0 ? null : one(from)),
    uuid: () => [hex(8), hex(4), hex(4), hex(4), hex(12)].join('-'),
  };
}
