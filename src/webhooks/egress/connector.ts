/**
 * Opens the sockets of the guarded client. They connect to exactly the checked addresses, so a name that
 * resolves differently a moment later (rebinding) changes nothing, while SNI and the certificate still use
 * the name.
 */
import { once } from 'node:events';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
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

/** Where a socket goes. */
export interface Target {
  readonly isTls: boolean;
  /** A name or a literal address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Opens a socket whose peer was checked and whose TLS handshake is done. */
export type Connector = (target: Target) => Promise<Socket>;

/** A connection that wasn't open in time; its code is Node's. */
class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
  readonly code = 'ETIMEDOUT';
}

/** Waits until a socket is ready for bytes. @throws its error, or `ConnectTimeout` */
async function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  const timer = setTimeout(
    () => socket.destroy(new ConnectTimeout('The connection was not open in time.')),
    connectLimits.totalMs,
  );
  try {
    await once(socket, event);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Creates the connector. It checks in three places, because none sees everything: Node never calls `lookup`
 * for a literal address, a name is checked in `lookup`, and the socket's actual peer is checked before a byte
 * is written to it.
 * @param input.ca authorities to trust instead of Node's; for tests
 */
export function createConnector(input: {
  readonly policy: EgressPolicy;
  readonly resolve: Resolve;
  readonly ca?: string;
}): Connector {
  const { policy, resolve, ca } = input;
  const assertAllowed = (address: string): void => {
    const rule = deniedBy(address, policy);
    if (rule !== undefined) throw new BlockedAddress(rule);
  };
  const common = {
    lookup: createLookup(resolve, policy),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: connectLimits.addressMs,
    noDelay: true,
  };
  return async ({ isTls, host, port }) => {
    const isLiteral = isIP(host) !== 0;
    if (isLiteral) assertAllowed(host);
    // TLS sessions aren't resumed: a resumed one skips the certificate check, and with rebinding the server
    // may be a different one.
    const socket = isTls
      ? connectTls({
          ...common,
          host,
          port,
          ALPNProtocols: ['http/1.1'],
          ...(!isLiteral && { servername: host }),
          ...(ca !== undefined && { ca }),
        })
      : connect({ ...common, host, port });
    await opened(socket, isTls ? 'secureConnect' : 'connect');
    try {
      assertAllowed(socket.remoteAddress ?? '');
    } catch (error) {
      socket.destroy();
      throw error;
    }
    return socket;
  };
}
