/** The format of all embed tokens: sealed claims with an expiry. */
import { z } from 'zod';
import { createTokenSealer, type EmbedKey, type EmbedTokenType } from './token-sealer';

/** How long a token is valid, in seconds (EMBED-13). */
export const embedTokenLifeSeconds = 3_600;
/** Plaintexts are padded to multiples of this, so that a token's length doesn't reveal a name's length. */
const blockBytes = 64;

/** The claims of a token, and when it expires. */
export type Opened<Claims> = Claims & { readonly endsAt: Date };

/** Mints and opens the tokens of one type. */
export interface EmbedTokens<Claims> {
  /** Returns a token that is valid for one hour from `at`. No two tokens are the same. */
  readonly mint: (claims: Claims, at: Date) => string;
  /** Returns a token's claims; `undefined` if it's forged, altered, of another type, or expired. */
  readonly open: (token: string, at: Date) => Opened<Claims> | undefined;
}

function padded(text: string): string {
  const bytes = Buffer.byteLength(text);
  // JSON allows trailing spaces.
  return text + ' '.repeat(Math.ceil(bytes / blockBytes) * blockBytes - bytes);
}

/**
 * Creates the minter and opener of one type of token.
 * @param claims the strict schema of the claims
 * @param ring the keys of `EMBED_KEYS`
 * @throws TypeError if the ring is invalid, see `createTokenSealer`
 */
export function createEmbedTokens<Claims extends object>(
  type: EmbedTokenType,
  claims: z.ZodType<Claims>,
  ring: readonly EmbedKey[],
): EmbedTokens<Claims> {
  const sealer = createTokenSealer(type, ring);
  const envelope = z.looseObject({
    type: z.literal(type),
    /** In seconds since 1970; the token is valid until then. */
    expiresAt: z.number().int(),
  });
  return {
    mint: (stated, at) => {
      const expiresAt = Math.floor(at.getTime() / 1_000) + embedTokenLifeSeconds;
      // Unknown claims throw here; otherwise they'd yield a token that can't be opened.
      return sealer.seal(padded(JSON.stringify({ type, expiresAt, ...claims.parse(stated) })));
    },
    open: (token, at) => {
      const text = sealer.open(token);
      if (text === undefined) return undefined;
      // The seal proves that we wrote it, so it's JSON. Another release may have written other fields.
      const outer = envelope.safeParse(JSON.parse(text));
      if (!outer.success) return undefined;
      const { type: _type, expiresAt, ...rest } = outer.data;
      const parsed = claims.safeParse(rest);
      if (!parsed.success || at.getTime() >= expiresAt * 1_000) return undefined;
      return { ...parsed.data, endsAt: new Date(expiresAt * 1_000) };
    },
  };
}
