/**
 * Which addresses a webhook may be sent to: private and loopback addresses are rejected. Pure, on bytes; what
 * can't be parsed is denied.
 *
 * IPv4 denies the IANA special-purpose registry and everything outside unicast. IPv6 is the other way around:
 * only 2000::/3 is allowed, except its special parts. That one rule covers the IPv4-compatible and translated
 * forms, NAT64, unique and link local, multicast, and everything unassigned.
 *
 * `node:net` BlockList isn't used: it fails open on the hexadecimal form of a mapped address and on a wrong
 * family.
 */
import { type AddressBytes, type Cidr, contains, parseAddress, parseCidr } from './address';

/** Why an address is denied. The class may be shown to a customer, the address itself never. */
export type AddressRule =
  | 'malformed'
  | 'metadata'
  | 'own_interface'
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'carrier_nat'
  | 'link_local'
  | 'multicast'
  | 'documentation'
  | 'benchmarking'
  | 'transition'
  | 'reserved';

/** The inputs of the classifier, besides its own tables. */
export interface AddressPolicy {
  /** Ranges allowed anyway, for development; metadata addresses in them stay denied. */
  readonly allowed: readonly Cidr[];
  /** The addresses of this machine's own interfaces: connections from inside bypass the firewall. */
  readonly own: readonly AddressBytes[];
}

type RangeRule = readonly [range: Cidr, rule: AddressRule];

function range(cidr: string): Cidr {
  const parsed = parseCidr(cidr);
  if (parsed === undefined) throw new TypeError(`Not a range: ${cidr}`);
  return parsed;
}

function table(entries: ReadonlyArray<readonly [cidr: string, rule: AddressRule]>): readonly RangeRule[] {
  return entries.map(([cidr, rule]) => [range(cidr), rule]);
}

/** Where clouds serve credentials to anyone who can connect: always denied. */
const metadata = table([
  ['169.254.0.0/16', 'metadata'], // AWS, GCP, Azure, Oracle, DigitalOcean, ECS task roles
  ['100.100.100.200/32', 'metadata'], // Alibaba
  ['168.63.129.16/32', 'metadata'], // Azure's wire server, in public space
  ['192.0.0.192/32', 'metadata'], // Oracle, older
  ['fd00:ec2::/32', 'metadata'], // AWS
  ['fd20:ce::254/128', 'metadata'], // GCP
  ['fd00:42::42/128', 'metadata'], // Scaleway
  ['fe80::a9fe:a9fe/128', 'metadata'], // OpenStack
]);

const denied = table([
  ['0.0.0.0/8', 'unspecified'], // Linux connects 0.0.0.0 to itself
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier_nat'],
  ['127.0.0.0/8', 'loopback'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'reserved'], // AS112
  ['192.52.193.0/24', 'reserved'], // AMT
  ['192.88.99.0/24', 'transition'], // 6to4 relays
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'reserved'], // AS112
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'], // includes 255.255.255.255

  ['2001::/23', 'reserved'], // Teredo, benchmarking, ORCHID, AS112, AMT
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', 'transition'], // 6to4: an IPv4 address inside
  ['2620:4f:8000::/48', 'reserved'], // AS112
  ['3ffe::/16', 'reserved'], // 6bone, returned
  ['3fff::/20', 'documentation'],

  // Everything outside 2000::/3 is denied; these only give the denial its specific name.
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::/96', 'transition'], // IPv4-compatible
  ['::ffff:0:0:0/96', 'transition'], // SIIT
  ['64:ff9b::/96', 'transition'], // NAT64
  ['64:ff9b:1::/48', 'transition'], // NAT64, local use
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link_local'],
  ['fec0::/10', 'private'], // site local, deprecated
  ['ff00::/8', 'multicast'],
]);

const globalUnicast = range('2000::/3');

function ruleIn(rules: readonly RangeRule[], address: AddressBytes): AddressRule | undefined {
  return rules.find(([range]) => contains(range, address))?.[1];
}

function isSame(a: AddressBytes, b: AddressBytes): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/**
 * Returns the rule that denies this address (in the form of a resolver or `URL.hostname` without brackets),
 * or undefined.
 */
export function deniedBy(text: string, policy: AddressPolicy): AddressRule | undefined {
  const address = parseAddress(text);
  if (address === undefined) return 'malformed';
  const isMetadata = ruleIn(metadata, address);
  if (isMetadata !== undefined) return isMetadata;
  if (policy.allowed.some(range => contains(range, address))) return undefined;
  const rule = ruleIn(denied, address);
  if (rule !== undefined) return rule;
  if (policy.own.some(own => isSame(own, address))) return 'own_interface';
  return address.length === 4 || contains(globalUnicast, address) ? undefined : 'reserved';
}
