/**
 * Whether a text of a partner can be stored: PostgreSQL holds no NUL, and a lone surrogate is no Unicode. JSON can write
 * both, so a file can hold them.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
