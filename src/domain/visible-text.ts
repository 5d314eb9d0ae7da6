const invisible = /(?!\u200C|\u200D)\p{Cf}/gu;
const strayJoiner = /(?<![\p{L}\p{M}])(?:\u200C|\u200D)|(?:\u200C|\u200D)(?![\p{L}\p{M}])/gu;

/**
 * A text without the characters that nobody sees (Unicode category Cf: the zero-width space, the byte order mark, turns
 * of the writing direction), so that what looks the same is the same, and what looks empty is empty. A joiner or
 * non-joiner between two letters stays: Persian and Indic words are spelt with it. Done again it changes nothing.
 */
export function withoutInvisible(text: string): string {
  return text.replaceAll(invisible, '').replaceAll(strayJoiner, '');
}
