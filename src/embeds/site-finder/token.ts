/** The embed token of the site finder: whose it is, and which page frames it (EMBED-17). */
import { z } from 'zod';
import { environments } from '../../domain/projects/project';
import { createEmbedTokens, type EmbedTokens, type Opened } from '../sealed-claims';
import type { EmbedKey } from '../token-sealer';

const claims = z.strictObject({
  companyUid: z.string(),
  userUid: z.string(),
  /** The environment of the key that asked for it: sites are of one. */
  environment: z.enum(environments),
  /** The one page that may frame it; null: any. */
  parentOrigin: z.string().nullable(),
});

/** What a token says: in whose name whatever is done with it is done. */
export type SiteFinderClaims = Readonly<z.output<typeof claims>>;

/** What a token says, and from when on it says nothing any more. */
export type OpenedSiteFinder = Opened<SiteFinderClaims>;

/** Mints and opens the embed tokens of the site finder. */
export type SiteFinderTokens = EmbedTokens<SiteFinderClaims>;

/** The tokens of a key ring (`EMBED_KEYS`). @throws TypeError for a ring that cannot be used */
export function createSiteFinderTokens(ring: readonly EmbedKey[]): SiteFinderTokens {
  return createEmbedTokens<SiteFinderClaims>('site-finder', claims, ring);
}
