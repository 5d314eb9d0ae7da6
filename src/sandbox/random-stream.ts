import { createHash } from 'node:crypto';

/**
 * Pseudo-random numbers that are the same for the same seed: stub data differs between patients and never
 * between runs. Not for secrets.
 */
export interface RandomStream {
  /** Returns a number from 0 up to, not including, 1. */
  readonly next: () => number;
  /** Returns a whole number from `min` to `max`, both included. */
  readonly int: (min: number, max: number) => number;
  /** Returns true with probability `odds`. */
  readonly chance: (odds: number) => boolean;
  /** Returns one of `items`, by weight if given. Throws if there is none. */
  readonly pick: <T>(items: readonly T[], weightOf?: (item: T) => number) => T;
}

/**
 * Returns the stream of a seed: xoshiro128** over the SHA-256 of its parts. Seeds with other parts have
 * unrelated streams.
 */
export function randomStream(...seed: readonly string[]): RandomStream {
  const digest = createHash('sha256').update(JSON.stringify(seed)).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map(offset => digest.readUInt32LE(offset)) as [
    number,
    number,
    number,
    number,
  ];
  const next = (): number => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result / 2 ** 32;
  };
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: odds => next() < odds,
    pick: (items, weightOf = () => 1) => {
      let left = next() * items.reduce((sum, item) => sum + weightOf(item), 0);
      for (const item of items) {
        left -= weightOf(item);
        if (left < 0) return item;
      }
      throw new Error('there is nothing to pick from');
    },
  };
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
