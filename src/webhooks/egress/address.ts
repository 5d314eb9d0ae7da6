/** IP addresses and ranges as bytes, so that no spelling can bypass a rule written for another. */
import { isIPv4, isIPv6 } from 'node:net';

/** 4 bytes (IPv4) or 16 bytes (IPv6). */
export type AddressBytes = Uint8Array;

/** A range: the addresses whose first `prefixBits` bits are those of `bytes`. */
export interface Cidr {
  readonly bytes: AddressBytes;
  readonly prefixBits: number;
}

function parseIPv4(text: string): AddressBytes {
  return Uint8Array.from(text.split('.'), Number);
}

/** Returns the 16-bit groups of one side of `::`, with an IPv4 tail as two. */
function parseGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap(group => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = parseIPv4(group);
    return [a * 256 + b, c * 256 + d];
  });
}

function parseIPv6(text: string): AddressBytes {
  const [left = '', right] = text.split('::');
  const head = parseGroups(left);
  const tail = right === undefined ? [] : parseGroups(right);
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0);
  return Uint8Array.from([...head, ...zeros, ...tail].flatMap(group => [group >> 8, group & 255]));
}

/**
 * Returns the bytes of an address, for an IPv4-mapped one (`::ffff:0:0/96`) its four IPv4 bytes, because the
 * kernel connects to those. Undefined for anything else, including an address with a zone (`fe80::1%eth0`)
 * and the short or octal IPv4 forms (WHATWG URL parsing has already expanded those).
 */
export function parseAddress(text: string): AddressBytes | undefined {
  if (isIPv4(text)) return parseIPv4(text);
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const bytes = parseIPv6(text);
  const isMapped =
    bytes.subarray(0, 10).every(byte => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  return isMapped ? bytes.subarray(12) : bytes;
}

/**
 * Returns the range of `address/bits`, or of a single address; undefined if malformed or IPv4-mapped with a
 * length.
 */
export function parseCidr(text: string): Cidr | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  const bytes = parseAddress(address);
  if (bytes === undefined || rest.length > 0) return undefined;
  const bitsMax = bytes.length * 8;
  if (bits === undefined) return { bytes, prefixBits: bitsMax };
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > bitsMax) return undefined;
  if (bytes.length === 4 && address.includes(':')) return undefined;
  return { bytes, prefixBits: Number(bits) };
}

/** Whether `range` contains `address`; never across the two families. */
export function contains(range: Cidr, address: AddressBytes): boolean {
  if (range.bytes.length !== address.length) return false;
  const wholeBytes = range.prefixBits >> 3;
  for (let i = 0; i < wholeBytes; i += 1) if (range.bytes[i] !== address[i]) return false;
  const restBits = range.prefixBits & 7;
  if (restBits === 0) return true;
  const mask = (0xff << (8 - restBits)) & 0xff;
  return ((range.bytes[wholeBytes] ?? 0) & mask) === ((address[wholeBytes] ?? 0) & mask);
}
