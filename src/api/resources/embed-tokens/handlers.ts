import type { EmbedTokens } from '../../../embeds/sealed-claims';
import { claimClinicalData, claimSiteFinder } from '../../../usecases/embeds/tokens';
import { reply } from '../../pipeline/contract';
import { operation } from '../../pipeline/operation';
import type { Services } from '../../pipeline/services';
import { mintClinicalDataTokenContract, mintSiteFinderTokenContract } from './contract';

/**
 * The answer with a token, which is counted: who asks for tokens without a page is to be told before they are
 * refused.
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

/** The operations that mint tokens for framing pages. */
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
