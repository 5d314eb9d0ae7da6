import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** Generates the secret of a link or a session: 256 random bits. It is sent once; its hash is stored. */
export function makeConsoleToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns the hash under which a token is stored and found. A plain hash is enough, because the token is
 * random.
 * @returns `undefined` unless it is a token of ours, in its only spelling
 */
export function hashOfConsoleToken(token: string): Buffer | undefined {
  if (!tokenPattern.test(token)) return undefined;
  if (Buffer.from(token, 'base64url').toString('base64url') !== token) return undefined;
  return createHash('sha256').update(token).digest();
}

/** Generates such a secret, with its hash. */
export function newConsoleToken(): { readonly token: string; readonly tokenHash: Buffer } {
  const token = makeConsoleToken();
  const tokenHash = hashOfConsoleToken(token);
  if (tokenHash === undefined) throw new TypeError('a token that was made is none of ours');
  return { token, tokenHash };
}

/**
 * Returns the token of one form in one session: only a page made for this session and this form can send it
 * (CONSOLE-7). It is derived from the session's own token, which no page shows, so nothing is stored.
 * @param action the path to which the form is posted
 */
export function formTokenOf(sessionToken: string, action: string): string {
  return createHmac('sha256', sessionToken).update(`form ${action}`).digest('base64url');
}

/** Whether a form has the token of its session and its action. */
export function isFormToken(sessionToken: string, action: string, shown: string): boolean {
  const due = Buffer.from(formTokenOf(sessionToken, action));
  const given = Buffer.from(shown);
  return due.length === given.length && timingSafeEqual(due, given);
}
