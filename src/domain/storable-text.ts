/**
 * Whether a text can be stored and sent on: PostgreSQL holds no NUL, and a lone surrogate is no Unicode. JSON can write
 * both, so whoever sends it can.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
