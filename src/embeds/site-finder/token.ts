/** The embed token of the site finder: the user who minted it, and the framing page (EMBED-17). */
import { z } from 'zod';
import { environments } from '../../domain/projects/project';
import { createEmbedTokens, type EmbedTokens, type Opened } from '../sealed-claims';
import type { EmbedKey } from '../token-sealer';

const claims = z.strictObject({
  companyUid: z.string(),
  userUid: z.string(),
  /** The environment of the API key that minted it. Facilities belong to one environment. */
  environment: z.enum(environments),
  /** The origin that may frame the embed; null for any. */
  parentOrigin: z.string().nullable(),
});

/** The claims of a token: the user whose permissions its holder has. */
export type SiteFinderClaims = Readonly<z.output<typeof claims>>;

/** The claims of a token, and when it expires. */
export type OpenedSiteFinder = Opened<SiteFinderClaims>;

/** Mints and opens embed tokens of the site finder. */
export type SiteFinderTokens = EmbedTokens<SiteFinderClaims>;

/** Creates the tokens for a key ring (`EMBED_KEYS`). @throws TypeError if the ring is invalid */
export function createSiteFinderTokens(ring: readonly EmbedKey[]): SiteFinderTokens {
  return createEmbedTokens<SiteFinderClaims>('site-finder', claims, ring);
}
