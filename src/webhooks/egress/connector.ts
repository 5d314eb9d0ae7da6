/**
 * Opens the sockets of the guarded client. It connects to exactly the checked addresses, so a name that
 * resolves differently a moment later (rebinding) changes nothing, while SNI and the certificate still use
 * the name.
 */
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AddressRule, deniedBy } from './address-rules';
import type { EgressPolicy } from './policy';
import { DnsFailure, type Resolve, type ResolvedAddress } from './resolver';

/** A blocked connection: the rule, never the address that a name resolved to. */
export class BlockedAddress extends Error {
  override readonly name = 'BlockedAddress';
  constructor(readonly rule: AddressRule) {
    super(`The receiver's address is not publicly reachable (${rule}).`);
  }
}

/**
 * Resolves a name and keeps the allowed addresses. A mixed result keeps its public ones: one stray private
 * record must not silence an endpoint.
 * @throws DnsFailure if the name has no address
 * @throws BlockedAddress if it has, and all are denied
 */
export async function resolveAllowed(
  hostname: string,
  resolve: Resolve,
  policy: EgressPolicy,
): Promise<readonly ResolvedAddress[]> {
  const found = await resolve(hostname);
  const judged = found.map(entry => ({ entry, rule: deniedBy(entry.address, policy) }));
  const allowed = judged.flatMap(({ entry, rule }) => (rule === undefined ? [entry] : []));
  if (allowed.length > 0) return allowed;
  throw judged[0]?.rule === undefined ? new DnsFailure('ENODATA') : new BlockedAddress(judged[0].rule);
}

function createLookup(resolve: Resolve, policy: EgressPolicy): LookupFunction {
  const lookup = async (hostname: string, callback: Parameters<LookupFunction>[2]): Promise<void> => {
    try {
      const addresses = await resolveAllowed(hostname, resolve, policy);
      process.nextTick(callback, null, addresses);
    } catch (error) {
      process.nextTick(callback, error, []);
    }
  };
  // `autoSelectFamily` below makes Node request all addresses.
  return (hostname, _options, callback) => void lookup(hostname, callback);
}

/** The time limits for opening a connection. */
export const connectLimits = {
  /** Name, TCP, and TLS together. */
  totalMs: 4000,
  /** One address, before the next is tried. */
  addressMs: 500,
} as const;

/**
 * Creates the connector for undici. It checks in three places, because none sees everything: Node never calls
 * `lookup` for a literal address, a name is checked in `lookup`, and the socket's actual peer is checked
 * before a byte is written to it.
 * @param input.ca authorities to trust instead of Node's; for tests
 */
export function createConnector(input: {
  readonly policy: EgressPolicy;
  readonly resolve: Resolve;
  readonly ca?: string;
}): buildConnector.connector {
  const { policy, resolve, ca } = input;
  const dial = buildConnector({
    timeout: connectLimits.totalMs,
    allowH2: false,
    // TLS sessions aren't resumed: a resumed one skips the certificate check, and with rebinding the server
    // may be a different one.
    maxCachedSessions: 0,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: connectLimits.addressMs,
    lookup: createLookup(resolve, policy),
    ...(ca !== undefined && { ca }),
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    const literalRule = isIP(host) === 0 ? undefined : deniedBy(host, policy);
    if (literalRule !== undefined) return callback(new BlockedAddress(literalRule), null);
    return dial(options, (...result) => {
      const [error, socket] = result;
      if (error !== null) return callback(error, null);
      const peerRule = deniedBy(socket.remoteAddress ?? '', policy);
      if (peerRule === undefined) return callback(null, socket);
      socket.destroy();
      return callback(new BlockedAddress(peerRule), null);
    });
  };
}
