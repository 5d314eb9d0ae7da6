/**
 * The guarded egress: every request to an address that a customer chose goes through here, whether a
 * delivery, a test, or a replay.
 */
import { acknowledgementTimeoutMs } from '../../domain/webhooks/delivery-policy';
import type { Agent } from 'node:http';
import { isIP } from 'node:net';
import { BlockedAddress, createConnector, resolveAllowed } from './connector';
import { SocketAgent } from './socket-agent';
import { createPolicy, type EgressPolicy } from './policy';
import { createDnsResolve, DnsFailure, type Resolve, resolveBySystem } from './resolver';
import { checkUrl, type UrlVerdict } from './url-rules';

/** The limits of one POST. */
export interface EgressLimits {
  /** From the call to the response, including the connection and the body. */
  readonly totalMs: number;
  /** How much of the response body is read before the socket is closed. */
  readonly bodyReadMaxBytes: number;
  /** How much of that is kept for the delivery log. */
  readonly bodyKeptMaxBytes: number;
  /** The maximum size of the response headers; beyond it the POST failed with `response_too_large`. */
  readonly headersMaxBytes: number;
}

/** The default limits. */
export const egressLimits: EgressLimits = {
  totalMs: acknowledgementTimeoutMs,
  bodyReadMaxBytes: 64 * 1024,
  bodyKeptMaxBytes: 4 * 1024,
  headersMaxBytes: 16 * 1024,
};

/** The guarded client of one process. */
export interface Egress {
  readonly policy: EgressPolicy;
  readonly limits: EgressLimits;
  /** The agents of Node's HTTP client, by the scheme of a URL. */
  readonly agents: Readonly<Record<'http:' | 'https:', Agent>>;
  /**
   * Checks the URL rules, and whether the name currently resolves to an allowed address, when an endpoint is
   * saved.
   */
  readonly checkReceiver: (url: string) => Promise<UrlVerdict>;
  /** Runs a POST, for which `close` waits. @throws Error if the client is closed */
  readonly track: <T>(post: () => Promise<T>) => Promise<T>;
  /** Accepts no more POSTs and resolves when the current ones have ended. */
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
 * Creates the guarded client. Close it when the process stops.
 * @param input.allowCidrs `WEBHOOK_ALLOW_CIDRS`; empty for the strict policy
 * @param input.dnsServers `WEBHOOK_DNS_SERVERS`; empty for the system's
 * @param input.resolve the resolver, if not the policy's own
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
  const connector = createConnector({ policy, resolve, ...(input.ca !== undefined && { ca: input.ca }) });
  const agents = {
    'http:': new SocketAgent(connector, 'http:'),
    'https:': new SocketAgent(connector, 'https:'),
  };
  const open = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    policy,
    limits,
    agents,
    checkReceiver: url => checkReceiver(url, policy, resolve),
    track: async post => {
      if (isClosed) throw new Error('The client is closed.');
      const posting = post();
      open.add(posting);
      try {
        return await posting;
      } finally {
        open.delete(posting);
      }
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled(open);
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
