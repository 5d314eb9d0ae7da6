/** Amounts in dollars, as people type and read them. Everything else counts in cents. */

const pattern = /^\$?\s?(?<whole>\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(?<part>\d{2}))?$/;

/** Returns the cents of an amount as typed, `25`, `25.00`, or `$1,250.50`; `undefined` if it isn't one. */
export function centsOf(typed: string): number | undefined {
  const { whole, part = '00' } = pattern.exec(typed.trim())?.groups ?? {};
  return whole === undefined ? undefined : Number(whole.replaceAll(',', '')) * 100 + Number(part);
}

/** Returns an amount for people: `$1,250.50`. */
export function dollarText(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** Returns an amount for a form or a file, without sign and separators: `1250.50`. */
export function plainDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
