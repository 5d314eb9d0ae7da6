import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the client's address of a request, in full or as the limit for callers without credentials counts
 * it.
 */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string;

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::', 2) ?? [];
  const parse = (part: string): number[] =>
    part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16));
  const left = parse(head);
  if (tail === undefined) return left;
  const right = parse(tail);
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}

const mappedPrefix = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * Returns an IPv4 address unchanged, and an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) in any spelling as
 * IPv4.
 */
function canonical(address: string): string {
  const plain = address.replace(mappedPrefix, '');
  if (!isIPv6(plain) || plain.includes('.')) return plain;
  const [high = 0, low = 0] = groupsOf(plain).slice(6);
  const prefix = groupsOf(plain).slice(0, 6).join();
  return prefix === '0,0,0,0,0,65535' ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : plain;
}

/**
 * Returns the address that is counted: a whole IPv4 address, or the /64 of an IPv6 address, since one
 * household or host has a whole /64.
 */
export function countedAddress(address: string): string {
  const plain = canonical(address);
  if (!isIPv6(plain) || plain.includes('.')) return plain;
  return `${groupsOf(plain)
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`;
}

/**
 * Returns an entry of `X-Forwarded-For` without its port, which some proxies add: `203.0.113.9:4711`,
 * `[2001:db8::1]:4711`.
 */
function withoutPort(entry: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(entry) ?? [];
  return bracketed ?? dotted ?? entry;
}

/** Whether an address is in one of the ranges. */
export type AddressRanges = (address: string) => boolean;

/**
 * Parses ranges of addresses.
 * @param entries addresses or CIDR ranges
 * @param setting the setting's name, for the error
 * @throws Error naming the entry that is neither
 */
export function addressRanges(entries: readonly string[], setting: string): AddressRanges {
  const ranges = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/', 2);
    const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined;
    const bitsMax = family === 'ipv4' ? 32 : 128;
    if (family === undefined || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)))
      throw new Error(`${setting}: "${entry}" is neither an address nor a CIDR range`);
    if (bits === undefined) ranges.addAddress(address, family);
    else ranges.addSubnet(address, Number(bits), family);
  }
  return address =>
    isIPv4(address) ? ranges.check(address, 'ipv4') : isIPv6(address) && ranges.check(address, 'ipv6');
}

/**
 * Creates the reader of full client addresses. `X-Forwarded-For` is only trusted if the peer is a trusted
 * proxy, and then from right to left: each trusted proxy vouches for the entry that it appended, and the
 * first untrusted address is the client. Without trusted proxies (the default), the peer is the client and
 * the header is ignored.
 * @param trustedProxies addresses or CIDR ranges
 * @throws Error naming the entry that is neither
 */
export function createWholeAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = addressRanges(trustedProxies, 'TRUSTED_PROXIES');
  return (peer, forwardedFor) => {
    let client = canonical(peer ?? '');
    const hops = (forwardedFor ?? '').split(',').map(hop => canonical(withoutPort(hop.trim())));
    while (isTrusted(client)) {
      const hop = hops.pop();
      if (hop === undefined || !(isIPv4(hop) || isIPv6(hop))) break;
      client = hop;
    }
    return client;
  };
}

/** Like {@link createWholeAddress}, with the address as it is counted. */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const wholeAddress = createWholeAddress(trustedProxies);
  return (peer, forwardedFor) => countedAddress(wholeAddress(peer, forwardedFor));
}
