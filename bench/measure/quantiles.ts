/**
 * The value below which this share of the values lies: the nearest rank, a value that was measured and no mean of two.
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
