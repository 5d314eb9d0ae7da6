/**
 * The embed token of an auth-check. It holds the patient, the document's storage key, the company that minted
 * it, its expiry, and the record request if it was minted for one.
 */
import { z } from 'zod';
import { createEmbedTokens, type EmbedTokens, type Opened } from '../sealed-claims';
import type { EmbedKey } from '../token-sealer';

const claims = z.strictObject({
  companyUid: z.string(),
  storageKey: z.string(),
  patient: z.strictObject({
    firstName: z.string(),
    lastNames: z.array(z.string()).readonly(),
    dateOfBirth: z.string(),
  }),
  /** The record request whose dates of service the document must cover; absent if minted without one. */
  recordRequestUid: z.string().optional(),
});

/** The claims of a token: the document, the company that minted it, and the patient to compare it with. */
export type AuthCheckClaims = Readonly<z.output<typeof claims>>;

/** The claims of a token, and when it expires. */
export type OpenedAuthCheck = Opened<AuthCheckClaims>;

/** Mints and opens embed tokens of auth-checks. */
export type AuthCheckTokens = EmbedTokens<AuthCheckClaims>;

/** Creates the tokens for a key ring (`EMBED_KEYS`). @throws TypeError if the ring is invalid */
export function createAuthCheckTokens(ring: readonly EmbedKey[]): AuthCheckTokens {
  return createEmbedTokens<AuthCheckClaims>('auth-check', claims, ring);
}
