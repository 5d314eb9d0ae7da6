/** What the tokens of every type have in common: claims, sealed with their end. */
import { z } from 'zod';
import { createTokenSealer, type EmbedKey, type EmbedTokenType } from './token-sealer';

/** How long a token is good for (EMBED-13). */
export const embedTokenLifeSeconds = 3_600;
/** Lengths are rounded up to this, so that a token does not tell how long a name is. */
const blockBytes = 64;

/** What a token says, and from when on it says nothing any more. */
export type Opened<Claims> = Claims & { readonly endsAt: Date };

/** Mints and opens the tokens of one type. */
export interface EmbedTokens<Claims> {
  /** A token that is good for an hour from `at`; each is another one. */
  readonly mint: (claims: Claims, at: Date) => string;
  /**
   * What a token says; `undefined` when it is none of ours, was altered, is of another type, or has ended.
   */
  readonly open: (token: string, at: Date) => Opened<Claims> | undefined;
}

function padded(text: string): string {
  const bytes = Buffer.byteLength(text);
  // JSON allows blanks after the value.
  return text + ' '.repeat(Math.ceil(bytes / blockBytes) * blockBytes - bytes);
}

/**
 * The tokens of one type over a key ring (`EMBED_KEYS`).
 * @param claims what such a token says; strict, so that it says nothing else
 * @throws TypeError for a ring that cannot be used
 */
export function createEmbedTokens<Claims extends object>(
  type: EmbedTokenType,
  claims: z.ZodType<Claims>,
  ring: readonly EmbedKey[],
): EmbedTokens<Claims> {
  const sealer = createTokenSealer(type, ring);
  const envelope = z.looseObject({
    type: z.literal(type),
    /** Seconds since 1970; the token is good before it. */
    expiresAt: z.number().int(),
  });
  return {
    mint: (said, at) => {
      const expiresAt = Math.floor(at.getTime() / 1_000) + embedTokenLifeSeconds;
      // Whoever hands in more than the claims learns it here, not from a token that does not open.
      return sealer.seal(padded(JSON.stringify({ type, expiresAt, ...claims.parse(said) })));
    },
    open: (token, at) => {
      const text = sealer.open(token);
      if (text === undefined) return undefined;
      // It is ours, so it is JSON; another release may have sealed other fields.
      const outer = envelope.safeParse(JSON.parse(text));
      if (!outer.success) return undefined;
      const { type: _type, expiresAt, ...rest } = outer.data;
      const said = claims.safeParse(rest);
      if (!said.success || at.getTime() >= expiresAt * 1_000) return undefined;
      return { ...said.data, endsAt: new Date(expiresAt * 1_000) };
    },
  };
}
