import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** Makes the secret of a link or of a session: 256 random bits. It goes out once; its hash is stored. */
export function makeConsoleToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * What is stored of a token and looked up by. The token is random throughout, so that its plain hash tells
 * nothing.
 * @returns `undefined` for what is no token of ours, in its one spelling
 */
export function hashOfConsoleToken(token: string): Buffer | undefined {
  if (!tokenPattern.test(token)) return undefined;
  if (Buffer.from(token, 'base64url').toString('base64url') !== token) return undefined;
  return createHash('sha256').update(token).digest();
}

/** Makes such a secret, with what is stored of it. */
export function newConsoleToken(): { readonly token: string; readonly tokenHash: Buffer } {
  const token = makeConsoleToken();
  const tokenHash = hashOfConsoleToken(token);
  if (tokenHash === undefined) throw new TypeError('a token that was made is none of ours');
  return { token, tokenHash };
}

/**
 * The token of one form of one session: only a page that was made for this session, and for this form, can
 * send it (CONSOLE-7). Made of the session's own token, which no page shows, so that nothing is stored.
 * @param action the path that the form is posted to
 */
export function formTokenOf(sessionToken: string, action: string): string {
  return createHmac('sha256', sessionToken).update(`form ${action}`).digest('base64url');
}

/** Whether a form carries the token of its session and its action. */
export function isFormToken(sessionToken: string, action: string, shown: string): boolean {
  const due = Buffer.from(formTokenOf(sessionToken, action));
  const given = Buffer.from(shown);
  return due.length === given.length && timingSafeEqual(due, given);
}
