/** Resolves names to addresses, within limits of time and number. The connector checks the addresses. */
import { promises as dns } from 'node:dns';

/** An address from the resolver. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Resolves a host name. @throws DnsFailure if there is no address */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** A name that couldn't be resolved; `code` is the resolver's (`ENOTFOUND`, `ETIMEOUT`, …). */
export class DnsFailure extends Error {
  override readonly name = 'DnsFailure';
  constructor(readonly code: string) {
    super(`The host name could not be resolved: ${code}.`);
  }
}

/** The limits of one resolution. */
export interface DnsLimits {
  /** One query to one server, before the second try. */
  readonly queryTimeoutMs: number;
  readonly tries: number;
  /** The whole resolution: c-ares takes 4 to 5 s for two tries of 1.5 s. */
  readonly totalMs: number;
  /** How long to wait for the slower family once the faster one has arrived. */
  readonly secondFamilyMs: number;
  /** The addresses kept per family: as many as a connection could try in its time. */
  readonly addressesPerFamilyMax: number;
}

/** The default limits. */
export const dnsLimits: DnsLimits = {
  queryTimeoutMs: 1500,
  tries: 2,
  totalMs: 3000,
  secondFamilyMs: 250,
  addressesPerFamilyMax: 4,
};

/**
 * Returns the resolver of the strict policy: A and AAAA through c-ares. `dns.lookup` would share libuv's few
 * threads with everything else: there, four names with silent servers held up an unrelated one for 20 s, and
 * here for 69 ms. c-ares uses neither `/etc/hosts` nor search domains, which suits public receivers.
 * @param input.servers the name servers (`address:port`), if not the system's; for tests
 */
export function createDnsResolve(
  input: { readonly servers?: readonly string[]; readonly limits?: Partial<DnsLimits> } = {},
): Resolve {
  const limits = { ...dnsLimits, ...input.limits };
  return async hostname => {
    // One resolver per name, because `cancel()` ends all of a resolver's queries.
    const resolver = new dns.Resolver({ timeout: limits.queryTimeoutMs, tries: limits.tries });
    if (input.servers !== undefined) resolver.setServers(input.servers);
    const cancel = (): void => resolver.cancel();
    const total = setTimeout(cancel, limits.totalMs);
    let second: NodeJS.Timeout | undefined;
    const query = async (family: 4 | 6): Promise<readonly ResolvedAddress[]> => {
      const found = await (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname));
      second ??= setTimeout(cancel, limits.secondFamilyMs);
      return found.slice(0, limits.addressesPerFamilyMax).map(address => ({ address, family }));
    };
    const [v4, v6] = await Promise.allSettled([query(4), query(6)]);
    clearTimeout(total);
    clearTimeout(second);
    const addresses = [v4, v6].flatMap(result => (result.status === 'fulfilled' ? result.value : []));
    if (addresses.length > 0) return addresses;
    const code = v4.status === 'rejected' ? errorCode(v4.reason) : undefined;
    // While neither family has answered, only the limit for the whole resolution cancels.
    throw new DnsFailure(code === 'ECANCELLED' ? 'ETIMEOUT' : (code ?? 'ENODATA'));
  };
}

/**
 * The system's resolver, only for development: it knows `/etc/hosts`, compose names, and
 * `host.docker.internal`.
 */
export async function resolveBySystem(hostname: string): Promise<readonly ResolvedAddress[]> {
  try {
    const found = await dns.lookup(hostname, { all: true, order: 'verbatim' });
    return found.flatMap(({ address, family }) =>
      family === 4 || family === 6 ? [{ address, family }] : [],
    );
  } catch (error) {
    throw new DnsFailure(errorCode(error) ?? 'UNKNOWN');
  }
}

/**
 * Returns the `code` of an error of Node, OpenSSL, or c-ares. It doesn't use `instanceof Error`,
 * which is false for an error of another realm.
 */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
