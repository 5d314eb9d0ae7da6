/** Measured figures with their bars, their JSON lines, and their statistics. */

/** The bar of a figure. */
export type Bar = { readonly atLeast: number } | { readonly atMost: number };

/** A measured figure. */
export interface Figure {
  /** The bench, a slash, and what was measured. */
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** `null` for a figure without a bar. */
  readonly bar: Bar | null;
  /**
   * Whether its bar applies even to a short round, because it isn't a time: for example, it counts wrong
   * responses. A check asserts it.
   */
  readonly isExact?: true;
}

/**
 * Whether a figure meets its bar. One without a bar always does, and one that couldn't be measured never
 * does.
 */
export function meetsBar({ value, bar }: Figure): boolean {
  if (Number.isNaN(value)) return false;
  if (bar === null) return true;
  return 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost;
}

/** Rounds to three significant digits, but never within the whole number. */
function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

/**
 * Returns the figure as one JSON line: `{"name","value","unit","bar","ok"}`. The bar is checked before the
 * value is rounded.
 */
export function figureLine(figure: Figure): string {
  const { name, value, unit, bar } = figure;
  const written = bar === null ? null : 'atLeast' in bar ? `>= ${bar.atLeast}` : `<= ${bar.atMost}`;
  return JSON.stringify({ name, value: rounded(value), unit, bar: written, ok: meetsBar(figure) });
}

/**
 * Returns a quantile by the nearest rank: a measured value, never the mean of two.
 * @param share 0 to 1
 * @returns NaN for no values
 */
export function quantile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * ascending.length));
  return ascending[rank - 1] ?? Number.NaN;
}

/** Returns the median; NaN for no values. */
export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const middle = ascending.length / 2;
  const upper = ascending[Math.floor(middle)] ?? Number.NaN;
  const lower = ascending[Math.ceil(middle) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}
