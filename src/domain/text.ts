/**
 * Ids that callers choose (patient, project, company): 1 to 64 unreserved URL characters; not `.` or `..`,
 * which don't survive in a URL.
 */
export const callerChosenIdPattern = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,64}$/;

/** The pattern of a UUID as this service writes them, in lower case, for use in a longer pattern. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const wholeUuid = new RegExp(`^${uuidPattern}$`, 'i');

/** Whether a text is exactly a UUID with hyphens, in either case. */
export function isUuid(text: string): boolean {
  return wholeUuid.test(text);
}

/**
 * Whether a text can be stored and passed on: PostgreSQL can't store NUL, and a lone surrogate isn't valid
 * Unicode. JSON allows both, so callers can send them.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const invisible = /(?!\u200C|\u200D)\p{Cf}/gu;
const strayJoiner = /(?<![\p{L}\p{M}])(?:\u200C|\u200D)|(?:\u200C|\u200D)(?![\p{L}\p{M}])/gu;

/**
 * Returns a text without invisible characters (Unicode category Cf: the zero-width space, the byte order
 * mark, direction marks), so that what looks the same is the same, and what looks empty is empty. A joiner or
 * non-joiner between two letters stays, because Persian and Indic words need it. Idempotent.
 */
export function withoutInvisible(text: string): string {
  return text.replaceAll(invisible, '').replaceAll(strayJoiner, '');
}

/** The maximum length of a customer's reference: a matter or claim number. */
export const referenceMax = 255;
