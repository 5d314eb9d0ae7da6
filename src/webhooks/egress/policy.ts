/** Where webhooks may go: strict for every customer, or development with listed ranges. */
import { networkInterfaces } from 'node:os';
import { type AddressBytes, parseAddress } from './address';
import type { AddressPolicy } from './address-rules';
import { parseAllowList } from './allow-list';

/** The policy of one process. */
export interface EgressPolicy extends AddressPolicy {
  /**
   * `strict`: https to public addresses, names by DNS alone. `development`: the listed ranges as well, and with them
   * http, any port, single-label names (`localhost`, `host.docker.internal`) and the system's resolver.
   */
  readonly kind: 'strict' | 'development';
}

function ownAddresses(): readonly AddressBytes[] {
  return Object.values(networkInterfaces())
    .flatMap(entries => entries ?? [])
    .flatMap(({ address }) => parseAddress(address) ?? []);
}

/**
 * The policy for the ranges of `WEBHOOK_ALLOW_CIDRS`; none is strict. The machine's own addresses are read now: a
 * process sees an address it was given later only after a restart.
 * @throws TypeError as {@link parseAllowList}
 */
export function createPolicy(allowCidrs: readonly string[]): EgressPolicy {
  const allowed = parseAllowList(allowCidrs);
  return { kind: allowed.length === 0 ? 'strict' : 'development', allowed, own: ownAddresses() };
}
