/** A stream of pseudorandom numbers that can jump to any position. Not for secrets. */
export interface Draw {
  /** Starts the stream of these three whole numbers. The same ones always give the same stream. */
  readonly restart: (subject: number, purpose: number, part: number) => void;
  /** Returns a number from 0 to 1, excluding 1. */
  readonly next: () => number;
  /** Returns a whole number from 0 to `below`, excluding `below`. */
  readonly below: (below: number) => number;
  /** Returns true with probability `odds`. */
  readonly chance: (odds: number) => boolean;
  /** Returns a normally distributed number with mean 0 and standard deviation 1. */
  readonly normal: () => number;
  /** Returns a Poisson-distributed number with this mean, at most 60. */
  readonly count: (mean: number) => number;
  /** Returns sixteen random bits. */
  readonly word: () => number;
}

const warmUpSteps = 12;
const countMax = 60;

/**
 * Creates the streams of a seed: sfc32, whose state is the seed and the three numbers, so that no two streams
 * are the same. `src/sandbox/random-stream.ts` hashes its seed, which would cost a microsecond for each of a
 * hundred million rows.
 */
export function createDraw(seed: number): Draw {
  let [a, b, c, d] = [0, 0, 0, 0];
  const step = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  const next = (): number => step() / 2 ** 32;
  return {
    restart: (subject, purpose, part) => {
      a = seed | 0;
      b = subject | 0;
      c = Math.imul(purpose, 0x9e3779b1) ^ part;
      d = 1;
      for (let left = warmUpSteps; left > 0; left -= 1) step();
    },
    next,
    below: below => Math.floor(next() * below),
    chance: odds => next() < odds,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    count: mean => {
      const limit = Math.exp(-mean);
      let times = 0;
      for (let left = next(); left > limit && times < countMax; left *= next()) times += 1;
      return times;
    },
    word: () => step() >>> 16,
  };
}
