/**
 * Whether `text` is a well-formed National Provider Identifier: ten digits, the first 1 or 2, the last the
 * Luhn check digit over `80840` and the first nine (45 CFR 162.406; the CMS check-digit rules). It doesn't
 * show whether it was issued.
 */
export function isNpi(text: string): boolean {
  return /^[12][0-9]{9}$/.test(text) && npiCheckDigit(text.slice(0, 9)) === text[9];
}

/** Returns the tenth digit for the first nine of an NPI. */
export function npiCheckDigit(firstNine: string): string {
  // 24 is what the prefix 80840 contributes to the Luhn sum.
  const sum = Array.from(firstNine, Number).reduce((total, digit, index) => {
    const doubled = digit * 2;
    return total + (index % 2 === 0 ? (doubled > 9 ? doubled - 9 : doubled) : digit);
  }, 24);
  return String((10 - (sum % 10)) % 10);
}
