/** Where webhooks may go: strict for every customer, or development with listed ranges. */
import { networkInterfaces } from 'node:os';
import { parseAddress, parseCidr, type AddressBytes, type Cidr } from './address';
import type { AddressPolicy } from './address-rules';

/** The policy of one process. */
export interface EgressPolicy extends AddressPolicy {
  /**
   * `strict`: https to public addresses, names by DNS only. `development`: also the listed ranges, with http,
   * any port, single-label names (`localhost`, `host.docker.internal`), and the system's resolver.
   */
  readonly kind: 'strict' | 'development';
}

function ownAddresses(): readonly AddressBytes[] {
  return Object.values(networkInterfaces())
    .flatMap(entries => entries ?? [])
    .flatMap(({ address }) => parseAddress(address) ?? []);
}

/**
 * Returns the policy for the ranges of `WEBHOOK_ALLOW_CIDRS`; without any, it is strict. The machine's own
 * addresses are read now: an address assigned later is only seen after a restart.
 * @throws TypeError as {@link parseAllowList}
 */
export function createPolicy(allowCidrs: readonly string[]): EgressPolicy {
  const allowed = parseAllowList(allowCidrs);
  return { kind: allowed.length === 0 ? 'strict' : 'development', allowed, own: ownAddresses() };
}

/** The shortest prefix of an entry: the list is for exceptions, never "everything". */
const prefixBitsMin = { 4: 8, 16: 32 } as const;

/**
 * Parses the list. An entry is a CIDR or one address.
 * @throws TypeError naming the first entry that is malformed or wider than /8 (IPv4) or /32 (IPv6)
 */
export function parseAllowList(entries: readonly string[]): readonly Cidr[] {
  return entries.map(entry => {
    const range = parseCidr(entry);
    if (range === undefined)
      throw new TypeError(`WEBHOOK_ALLOW_CIDRS: ${entry} is not a CIDR such as 127.0.0.1/32 or ::1/128.`);
    const bitsMin = range.bytes.length === 4 ? prefixBitsMin[4] : prefixBitsMin[16];
    if (range.prefixBits < bitsMin)
      throw new TypeError(`WEBHOOK_ALLOW_CIDRS: ${entry} is too wide; the widest is /${bitsMin}.`);
    return range;
  });
}
