/** The ranges that development allows, from `WEBHOOK_ALLOW_CIDRS`. */
import { type Cidr, parseCidr } from './address';

/** The shortest prefix an entry may have: a list of holes, never "everything". */
const prefixBitsMin = { 4: 8, 16: 32 } as const;

/**
 * Reads the list. An entry is a CIDR or one address.
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
