/**
 * Amounts of money as decimal strings with two places (`1714.89`), and whole cents for adding them, because
 * binary fractions can't represent a tenth.
 */

/**
 * Returns the cents of a decimal such as `1714.89`. @throws Error if the text isn't one, without quoting it
 */
export function centsOfDecimal(amount: string): number {
  if (!/^-?\d{1,12}\.\d{2}$/.test(amount)) throw new Error('an amount must be a decimal with two places');
  return Number(amount.replace('.', ''));
}

/** Returns the decimal of whole cents: 171489 → `1714.89`. */
export function decimalOfCents(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
