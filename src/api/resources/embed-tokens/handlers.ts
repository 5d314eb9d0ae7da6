import type { EmbedTokens } from '../../../embeds/sealed-claims';
import { claimClinicalData, claimSiteFinder } from '../../../usecases/embeds/tokens';
import { reply } from '../../pipeline/contract';
import { operation } from '../../pipeline/operation';
import type { Services } from '../../pipeline/services';
import { mintClinicalDataTokenContract, mintSiteFinderTokenContract } from './contract';

/**
 * Returns the answer with a token. Counts tokens without `parentOrigin`, so that their users can be warned
 * before such requests are refused.
 */
function minted<Claims extends { readonly parentOrigin: string | null }>(
  { clock, metrics }: Services,
  type: 'site-finder' | 'clinical-data',
  tokens: EmbedTokens<Claims>,
  claims: Claims,
) {
  metrics.embedTokensMinted.inc({ type, parent: claims.parentOrigin === null ? 'any' : 'named' });
  return reply(200, { body: { token: tokens.mint(claims, clock.now()) } });
}

/** The operations that create embed tokens. */
export const embedTokenOperations = [
  operation(mintSiteFinderTokenContract, async ({ services, reading }, { body }) => {
    const claims = claimSiteFinder(reading, services.framing, body?.parentOrigin);
    return minted(services, 'site-finder', services.siteFinderTokens, claims);
  }),

  operation(mintClinicalDataTokenContract, async ({ services, reading }, { params, body }) => {
    const { framing, clinicalDataTokens } = services;
    const claims = await claimClinicalData(reading, params.patientId, framing, body?.parentOrigin);
    return minted(services, 'clinical-data', clinicalDataTokens, claims);
  }),
];
