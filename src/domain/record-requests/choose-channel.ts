import { mismatchOf, type PartnerTerms, type PurposeOfUse } from '../purposes/purpose-of-use';

/** For whom a channel is to be asked. */
export interface ChannelRoute {
  readonly channel: string;
  /** Absent: every company. */
  readonly company?: string | undefined;
  /** The facilities that it reaches, by NPI; absent: every one. */
  readonly npis?: readonly string[] | undefined;
}

/** Who asks, and whom. */
export interface ChannelPlace {
  readonly companyId: string;
  /** The facility's; absent where it is not known. */
  readonly npi: string | undefined;
  readonly purposeOfUse: PurposeOfUse;
}

/** A facility by name counts more than a company by name: who reaches it is what matters. */
function weightOf({ company, npis }: ChannelRoute): number {
  return (npis === undefined ? 0 : 2) + (company === undefined ? 0 : 1);
}

/**
 * The channel by which a facility is asked: of those with a route for it that take the purpose and what the
 * request rests on, that of the narrowest route, the first of equals. `undefined` where none is: then the
 * delivery team asks (REQUEST-31).
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
