import type { Figure } from './measure/figures';

/** What a bench gets from the runner. */
export interface BenchContext {
  /**
   * Whether this run is a check: one short round over little data, which verifies that both sides give equal
   * answers. Times and bars mean nothing then.
   */
  readonly isCheck: boolean;
  /** Returns the first size in a timed run, and the second one in a check. */
  readonly sized: <T>(timed: T, check: T) => T;
  /** The number of interleaved rounds that count. */
  readonly rounds: number;
  /** How long one measurement of a round lasts. */
  readonly seconds: number;
  /** The folder for CPU profiles of the product's processes; undefined for none. */
  readonly profiles: string | undefined;
  /**
   * The number of visits in the large tables of `browse` and `browse-export`, and of facilities in
   * `site-resolution`; undefined for the bench's own default.
   */
  readonly rows: number | undefined;
  /** Reports progress. */
  readonly tell: (line: string) => void;
  /** Reports in a sentence what can't run here and why. That isn't a failure. */
  readonly leaveOut: (sentence: string) => void;
  /** Registers what to stop after the bench, last first, even if it fails. */
  readonly onEnd: (stop: () => Promise<void>) => void;
}

/** A bench. */
export interface Bench {
  readonly name: string;
  /** What it measures, in one line. */
  readonly purpose: string;
  /** Measures. @throws if the two sides don't give equal answers, or a response isn't the expected one */
  readonly run: (context: BenchContext) => Promise<readonly Figure[]>;
}
