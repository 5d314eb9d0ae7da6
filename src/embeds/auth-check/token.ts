/**
 * The embed token of an auth-check: patient, storage key of the document, minting company, end; of a record
 * request also which.
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
  /** The record request that the document is judged with, where the token is one's. */
  recordRequestUid: z.string().optional(),
});

/** What a token says: which document, for whom it was minted, and with whom the document is compared. */
export type AuthCheckClaims = Readonly<z.output<typeof claims>>;

/** What a token says, and from when on it says nothing any more. */
export type OpenedAuthCheck = Opened<AuthCheckClaims>;

/** Mints and opens the embed tokens of auth-checks. */
export type AuthCheckTokens = EmbedTokens<AuthCheckClaims>;

/** The tokens of a key ring (`EMBED_KEYS`). @throws TypeError for a ring that cannot be used */
export function createAuthCheckTokens(ring: readonly EmbedKey[]): AuthCheckTokens {
  return createEmbedTokens<AuthCheckClaims>('auth-check', claims, ring);
}
