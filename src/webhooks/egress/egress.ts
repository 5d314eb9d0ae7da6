/**
 * The guarded way out: every request to an address that a customer chose goes through here, a delivery, a
 * test and a replay alike.
 */
import { acknowledgementTimeoutMs } from '../../domain/webhooks/delivery-policy';
import { isIP } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { BlockedAddress, createConnector, resolveAllowed } from './connector';
import { createEndpointSlots, type RunInSlot } from './endpoint-slots';
import { createPolicy, type EgressPolicy } from './policy';
import { createDnsResolve, DnsFailure, type Resolve, resolveBySystem } from './resolver';
import { checkUrl, type UrlVerdict } from './url-rules';

/** The limits of one POST. */
export interface EgressLimits {
  /** From the call to the answer, the connection and the body included. */
  readonly totalMs: number;
  /** Of the answer's body, how much is read before the socket is closed. */
  readonly bodyReadMaxBytes: number;
  /** Of that, how much is kept for the delivery log. */
  readonly bodyKeptMaxBytes: number;
}

/** The limits unless a test gives others. */
export const egressLimits: EgressLimits = {
  totalMs: acknowledgementTimeoutMs,
  bodyReadMaxBytes: 64 * 1024,
  bodyKeptMaxBytes: 4 * 1024,
};

/** The headers of an answer, in bytes; past it the POST failed with `response_too_large`. */
const answerHeadersMaxBytes = 16 * 1024;

/** The guarded client of one process. */
export interface Egress {
  readonly policy: EgressPolicy;
  readonly limits: EgressLimits;
  readonly dispatcher: Dispatcher;
  /** Keeps the POSTs of an endpoint that are under way within their number. */
  readonly runInSlot: RunInSlot;
  /**
   * The URL rules, and whether the name resolves to an allowed address now: for the moment an endpoint is
   * saved.
   */
  readonly checkReceiver: (url: string) => Promise<UrlVerdict>;
  /** Takes no more POSTs and ends when those under way have. */
  readonly close: () => Promise<void>;
}

async function checkReceiver(text: string, policy: EgressPolicy, resolve: Resolve): Promise<UrlVerdict> {
  const verdict = checkUrl(text, policy);
  if (!verdict.ok || isIP(verdict.url.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return verdict;
  try {
    await resolveAllowed(verdict.url.hostname, resolve, policy);
    return verdict;
  } catch (error) {
    if (error instanceof BlockedAddress)
      return { ok: false, rule: 'blocked_address', addressRule: error.rule };
    if (error instanceof DnsFailure) return { ok: false, rule: 'unresolvable' };
    throw error;
  }
}

/**
 * Builds the guarded client. Close it when the process stops.
 * @param input.allowCidrs `WEBHOOK_ALLOW_CIDRS`; empty is the strict policy
 * @param input.dnsServers `WEBHOOK_DNS_SERVERS`; none are the system's
 * @param input.resolve the resolver, when not the policy's own
 * @param input.ca authorities to trust instead of Node's; for tests
 * @throws TypeError as `parseAllowList`
 */
export function createEgress(input: {
  readonly allowCidrs: readonly string[];
  readonly dnsServers?: readonly string[];
  readonly limits?: Partial<EgressLimits>;
  readonly resolve?: Resolve;
  readonly ca?: string;
}): Egress {
  const policy = createPolicy(input.allowCidrs);
  const limits = { ...egressLimits, ...input.limits };
  const { dnsServers: servers = [] } = input;
  const isOfSystem = policy.kind !== 'strict' && servers.length === 0;
  const resolve =
    input.resolve ??
    (isOfSystem ? resolveBySystem : createDnsResolve(servers.length === 0 ? {} : { servers }));
  // Without interceptors on purpose: `interceptors.dns()` would turn names into addresses before the
  // connector sees them, a redirect would be followed to an address that was not judged, and a proxy from the
  // environment would resolve names itself.
  const dispatcher = new Agent({
    connect: createConnector({ policy, resolve, ...(input.ca !== undefined && { ca: input.ca }) }),
    connections: 64,
    pipelining: 1,
    allowH2: false,
    // Many servers close an idle connection after 5 s; ours closes before, so that a POST seldom meets a
    // closing one.
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 30_000,
    // How long a socket may outlive a change of the receiver's DNS.
    clientTtl: 60_000,
    maxHeaderSize: answerHeadersMaxBytes,
    headersTimeout: limits.totalMs,
    bodyTimeout: limits.totalMs,
  });
  let closed: Promise<void> | undefined;
  return {
    policy,
    limits,
    dispatcher,
    runInSlot: createEndpointSlots(),
    checkReceiver: url => checkReceiver(url, policy, resolve),
    close: () => (closed ??= dispatcher.close()),
  };
}
