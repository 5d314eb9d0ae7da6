import type { Figure } from './measure/figures';

/** What a bench runs in. */
export interface BenchContext {
  /** Interleaved rounds that count. */
  readonly rounds: number;
  /** How long one measurement of a round lasts. */
  readonly seconds: number;
  /** Where the product's processes leave CPU profiles when they end; undefined: they make none. */
  readonly profiles: string | undefined;
  /** The visits in the large tables of `browse` and `browse-export`, the facilities of `site-resolution`; their own numbers unless said. */
  readonly rows: number | undefined;
  /** Shows progress. */
  readonly tell: (line: string) => void;
  /** Called after the bench, last first, however it ends. */
  readonly onEnd: (stop: () => Promise<void>) => void;
}

/** A bench. */
export interface Bench {
  readonly name: string;
  /** What it tells, in a line. */
  readonly purpose: string;
  readonly run: (context: BenchContext) => Promise<readonly Figure[]>;
}
