/** How long an e-mailed sign-in link is valid; it works once. */
export const linkLifeMs = 15 * 60 * 1000;
/** The most links per person within that time; more aren't sent. */
export const linksMax = 5;

/** How long a person may take at the identity provider. */
export const signOnLifeMs = 10 * 60 * 1000;

/** The lifetimes of a session. */
export interface SessionLimits {
  /** Ends the session after this time without a request. */
  readonly idleMs: number;
  /** Ends the session this long after sign-in, regardless of requests. */
  readonly absoluteMs: number;
  /** How long after sign-in secrets are shown. */
  readonly freshMs: number;
}

/** The times that determine whether a session is active. */
export interface SessionTimes {
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
  readonly endedAt: Date | null;
}

/** Whether a session is active: not signed out, idle for too long, or too old (CONSOLE-6). */
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

/** Whether the sign-in is recent enough to show secrets (CONSOLE-8). */
export function isFresh(
  { signedInAt }: Pick<SessionTimes, 'signedInAt'>,
  { freshMs }: SessionLimits,
  at: Date,
): boolean {
  return at.getTime() - signedInAt.getTime() < freshMs;
}

// No dot segment, no second slash, no query: a return path always leads to a page of the site.
const segmentsPattern = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/;

/**
 * Whether a path is a valid target after sign-in: a page below the root of the site, at most 300 characters.
 */
export function isReturnPath(path: string, root: string): boolean {
  return path.length <= 300 && path.startsWith(root) && segmentsPattern.test(path.slice(root.length));
}

const emailPattern = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,189}$/u;

/** Whether a text looks like an e-mail address. Only an e-mail sent to it shows whether it is one. */
export function isEmailAddress(text: string): boolean {
  return emailPattern.test(text);
}
