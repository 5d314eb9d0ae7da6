/** The operators who may decode, by token. Only the tokens' digests are configured. */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** An operator's name, with the SHA-256 of the token in hex (`CODEC_TOKENS`). */
export interface OperatorToken {
  readonly name: string;
  readonly tokenSha256: string;
}

/** How long a session lasts: a working day. */
export const sessionSeconds = 8 * 60 * 60;

/** Recognizes operators, by token or by a session that a token opened. */
export interface Operators {
  /** Returns the name for a token, or undefined. */
  readonly findByToken: (token: string) => string | undefined;
  /** Opens a session at `now`, as a text for a cookie. */
  readonly openSession: (name: string, now: Date) => string;
  /**
   * Returns the name for a session that is unaltered, not expired, and whose operator still has the same
   * token.
   */
  readonly findBySession: (session: string, now: Date) => string | undefined;
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Creates the register of operators.
 * @param sessionSecret the source of the session key, the same in every process of the codec server. Sessions
 * aren't stored: a session is the text `name~expiry~mac`, and it ends when the token is removed or replaced.
 */
export function createOperators(tokens: readonly OperatorToken[], sessionSecret: Uint8Array): Operators {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'recordwell codec session', 32));
  const sessionOf = ({ name, tokenSha256 }: OperatorToken, expiry: string): string => {
    const mac = createHmac('sha256', key).update(`${name}~${expiry}~${tokenSha256}`).digest('hex');
    return `${name}~${expiry}~${mac}`;
  };
  const find = (name: string): OperatorToken | undefined => tokens.find(token => token.name === name);
  return {
    findByToken: token => {
      const digest = createHash('sha256').update(token).digest('hex');
      return tokens.find(({ tokenSha256 }) => isSame(tokenSha256, digest))?.name;
    },
    openSession: (name, now) => {
      const token = find(name);
      if (token === undefined) throw new RangeError('A session is opened for a known operator only.');
      return sessionOf(token, String(Math.floor(now.getTime() / 1000) + sessionSeconds));
    },
    findBySession: (session, now) => {
      const [name = '', expiry = ''] = session.split('~');
      const token = find(name);
      if (token === undefined || !/^\d{10,12}$/.test(expiry)) return undefined;
      if (Number(expiry) * 1000 <= now.getTime() || !isSame(session, sessionOf(token, expiry)))
        return undefined;
      return name;
    },
  };
}
