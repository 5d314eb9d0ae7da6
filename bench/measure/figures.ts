/** What is measured: figures with their bars, the line in which one is kept, and the middle of several. */

/** What a figure must be. */
export type Bar = { readonly atLeast: number } | { readonly atMost: number };

/** A measured figure. */
export interface Figure {
  /** The bench, a slash, what was measured. */
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** `null`: a number to know, with nothing to miss. */
  readonly bar: Bar | null;
  /**
   * Whether its bar holds however short the round is: it counts wrong answers, say, and is no time. A check
   * asserts it.
   */
  readonly isExact?: true;
}

/** Whether a figure meets its bar; one without a bar always does, one that could not be measured never. */
export function meetsBar({ value, bar }: Figure): boolean {
  if (Number.isNaN(value)) return false;
  if (bar === null) return true;
  return 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost;
}

/** Three significant digits, and never fewer than the whole number. */
function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

/**
 * The figure as one JSON line: `{"name","value","unit","bar","ok"}`; the bar is judged before the value is
 * rounded.
 */
export function figureLine(figure: Figure): string {
  const { name, value, unit, bar } = figure;
  const written = bar === null ? null : 'atLeast' in bar ? `>= ${bar.atLeast}` : `<= ${bar.atMost}`;
  return JSON.stringify({ name, value: rounded(value), unit, bar: written, ok: meetsBar(figure) });
}

/**
 * The value below which this share of the values lies: the nearest rank, a value that was measured and no
 * mean of two.
 * @param share 0 to 1
 * @returns NaN for no values
 */
export function quantile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * ascending.length));
  return ascending[rank - 1] ?? Number.NaN;
}

/** The middle value, of an even number the mean of the two; NaN for no values. */
export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const middle = ascending.length / 2;
  const upper = ascending[Math.floor(middle)] ?? Number.NaN;
  const lower = ascending[Math.ceil(middle) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}
