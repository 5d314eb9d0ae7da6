/** For how long a link of an e-mail signs in, once. */
export const linkLifeMs = 15 * 60 * 1000;
/** The most links of a person within that time; more are not sent. */
export const linksMax = 5;

/** For how long a person may be at the identity provider. */
export const signOnLifeMs = 10 * 60 * 1000;

/** How long a session lasts. */
export interface SessionLimits {
  /** It ends when nothing was asked for so long. */
  readonly idleMs: number;
  /** It ends so long after the sign-in, whatever was asked. */
  readonly absoluteMs: number;
  /** For so long after the sign-in secrets are shown. */
  readonly freshMs: number;
}

/** The instants that say whether a session is in force. */
export interface SessionTimes {
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
  readonly endedAt: Date | null;
}

/** Whether a session is in force: neither signed out, nor idle for too long, nor too old (CONSOLE-6). */
export function isInForce(
  { signedInAt, lastSeenAt, endedAt }: SessionTimes,
  { idleMs, absoluteMs }: SessionLimits,
  at: Date,
): boolean {
  return (
    endedAt === null &&
    at.getTime() - lastSeenAt.getTime() < idleMs &&
    at.getTime() - signedInAt.getTime() < absoluteMs
  );
}

/** Whether the person signed in so short a while ago that secrets may be shown (CONSOLE-8). */
export function isFresh(
  { signedInAt }: Pick<SessionTimes, 'signedInAt'>,
  { freshMs }: SessionLimits,
  at: Date,
): boolean {
  return at.getTime() - signedInAt.getTime() < freshMs;
}

// No dot segment, no second slash, no query: what is kept leads to a page of the site and nowhere else.
const segmentsPattern = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/;

/**
 * Whether a person may be led there after they signed in: a page below the root of their site, at most 300
 * characters.
 */
export function isReturnPath(path: string, root: string): boolean {
  return path.length <= 300 && path.startsWith(root) && segmentsPattern.test(path.slice(root.length));
}

const emailPattern = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,189}$/u;

/** Whether a text may be somebody's e-mail address; whether it is, the mail says that is sent there. */
export function isEmailAddress(text: string): boolean {
  return emailPattern.test(text);
}
