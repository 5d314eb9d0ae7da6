/**
 * Ids that callers choose (patient, project, company): 1 to 64 unreserved URL characters; not `.` or `..`,
 * which a URL cannot carry.
 */
export const callerChosenIdPattern = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,64}$/;

/**
 * The pattern of a UUID as this service writes them, in lower case; made for being part of a longer pattern.
 */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const wholeUuid = new RegExp(`^${uuidPattern}$`, 'i');

/** Whether a text is a UUID with its hyphens and nothing else, in capitals or not. */
export function isUuid(text: string): boolean {
  return wholeUuid.test(text);
}

/**
 * Whether a text can be stored and sent on: PostgreSQL holds no NUL, and a lone surrogate is no Unicode. JSON
 * can write both, so whoever sends it can.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const invisible = /(?!\u200C|\u200D)\p{Cf}/gu;
const strayJoiner = /(?<![\p{L}\p{M}])(?:\u200C|\u200D)|(?:\u200C|\u200D)(?![\p{L}\p{M}])/gu;

/**
 * A text without the characters that nobody sees (Unicode category Cf: the zero-width space, the byte order
 * mark, turns of the writing direction), so that what looks the same is the same, and what looks empty is
 * empty. A joiner or non-joiner between two letters stays: Persian and Indic words are spelt with it. Done
 * again it changes nothing.
 */
export function withoutInvisible(text: string): string {
  return text.replaceAll(invisible, '').replaceAll(strayJoiner, '');
}
