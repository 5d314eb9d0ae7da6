/**
 * Sums of money as decimal strings with two places (`1714.89`), and the whole cents to add them with: binary
 * fractions cannot hold a tenth.
 */

/** The cents of a decimal such as `1714.89`. @throws Error when the text is not one, without naming it */
export function centsOfDecimal(amount: string): number {
  if (!/^-?\d{1,12}\.\d{2}$/.test(amount)) throw new Error('an amount must be a decimal with two places');
  return Number(amount.replace('.', ''));
}

/** The decimal of whole cents: 171489 → `1714.89`. */
export function decimalOfCents(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
