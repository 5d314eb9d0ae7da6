import { mismatchOf, type PartnerTerms, type PurposeOfUse } from '../purposes/purpose-of-use';

/** The requests that a channel is configured for. */
export interface ChannelRoute {
  readonly channel: string;
  /** Absent for every company. */
  readonly company?: string | undefined;
  /** The facilities that it reaches, by NPI; absent for every one. */
  readonly npis?: readonly string[] | undefined;
}

/** The requesting company and the facility. */
export interface ChannelPlace {
  readonly companyId: string;
  /** The facility's NPI; absent if unknown. */
  readonly npi: string | undefined;
  readonly purposeOfUse: PurposeOfUse;
}

/** A named facility counts more than a named company, because reaching the facility is what matters. */
function weightOf({ company, npis }: ChannelRoute): number {
  return (npis === undefined ? 0 : 2) + (company === undefined ? 0 : 1);
}

/**
 * Chooses the channel for asking a facility: among those with a matching route that accept the purpose and
 * basis, the one with the most specific route, the first of equals. `undefined` if there is none: then
 * operators send the request (REQUEST-31).
 */
export function chooseChannel<Channel extends PartnerTerms & { readonly name: string }>(
  channels: readonly Channel[],
  routes: readonly ChannelRoute[],
  { companyId, npi, purposeOfUse }: ChannelPlace,
): Channel | undefined {
  const fitting = routes
    .filter(({ company }) => company === undefined || company === companyId)
    .filter(({ npis }) => npis === undefined || (npi !== undefined && npis.includes(npi)))
    .toSorted((a, b) => weightOf(b) - weightOf(a));
  for (const route of fitting) {
    const channel = channels.find(({ name }) => name === route.channel);
    if (channel !== undefined && mismatchOf(channel, purposeOfUse) === undefined) return channel;
  }
  return undefined;
}
