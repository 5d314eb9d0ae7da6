import type { Figure } from './measure/figures';

/** What a bench runs in. */
export interface BenchContext {
  /**
   * Whether this run is a check: one short round over little data, to see that both sides still give equal
   * answers. Times and bars mean nothing then.
   */
  readonly isCheck: boolean;
  /** Picks a size: the first in a timed run, the second in a check. */
  readonly sized: <T>(timed: T, check: T) => T;
  /** Interleaved rounds that count. */
  readonly rounds: number;
  /** How long one measurement of a round lasts. */
  readonly seconds: number;
  /** Where the product's processes leave CPU profiles when they end; undefined: they make none. */
  readonly profiles: string | undefined;
  /**
   * The visits in the large tables of `browse` and `browse-export`, the facilities of `site-resolution`;
   * undefined: the bench's own number.
   */
  readonly rows: number | undefined;
  /** Shows progress. */
  readonly tell: (line: string) => void;
  /** Reports what can't run here, and why, in a sentence. That isn't a failure. */
  readonly leaveOut: (sentence: string) => void;
  /** Registers what to stop after the bench, last first, however it ends. */
  readonly onEnd: (stop: () => Promise<void>) => void;
}

/** A bench. */
export interface Bench {
  readonly name: string;
  /** What it tells, in a line. */
  readonly purpose: string;
  /**
   * Measures. @throws when the two sides don't give equal answers, or what is measured doesn't answer as it
   * should
   */
  readonly run: (context: BenchContext) => Promise<readonly Figure[]>;
}
