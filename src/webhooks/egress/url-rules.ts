/**
 * Which receiver URLs are accepted, when an endpoint is saved and again before every attempt. Rules check the
 * parsed URL, never the text: `0x7f000001`, `2130706433`, `127.1`, and circled digits are all 127.0.0.1 to
 * the parser. So store `url.href`, not what was typed.
 *
 * A name that passes may still resolve to a denied address: the connector checks that.
 */
import { isIP } from 'node:net';
import { type AddressRule, deniedBy } from './address-rules';
import type { EgressPolicy } from './policy';

/** The longest URL, in characters. */
export const urlLengthMax = 2048;

/** The rules, each with the sentence shown to a customer when it is broken. */
export const urlRules = {
  too_long: `The URL must have at most ${urlLengthMax} characters.`,
  characters: 'The URL must not contain spaces, control characters, or backslashes.',
  malformed: 'The URL must be a complete address such as https://hooks.example.com/records.',
  scheme: 'The URL must start with https://.',
  credentials: 'The URL must not contain a user name or password. Use a custom header instead.',
  fragment: 'The URL must not contain a fragment (#).',
  port: 'The port must be 443, or 1024 and above and not a port of another well-known service.',
  host_malformed:
    'The host must be dot-separated labels of 1 to 63 characters, 253 in all, with no dot at the end.',
  single_label: 'The host must be a full public name with a dot.',
  private_name: 'The host must be a public name. This ending is for private networks or examples.',
  unresolvable: "The host name must resolve. It doesn't exist, or its name servers don't respond.",
  blocked_address: 'The host must be, or resolve to, a publicly reachable address.',
} as const;

/** A broken rule, by name. */
export type UrlRule = keyof typeof urlRules;

/**
 * An acceptable URL, or the rule that it breaks; `addressRule` gives details about a blocked literal address.
 */
export type UrlVerdict =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly rule: UrlRule; readonly addressRule?: AddressRule };

/** Suffixes that no public DNS serves (RFC 2606, 6761, 6762, 7686, 8375, 9476, and common private use). */
const privateEndings = new Set(
  (
    'alt arpa corp example home internal intranet invalid lan local ' +
    'localdomain localhost onion private test'
  ).split(' '),
);

/** Ports of services other than HTTP, from 1024 on. */
const otherServicePorts = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672, 5900,
  5984, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7233, 9042, 9092, 9200, 10_080, 10_250,
  11_211, 27_017,
]);

function isPortAllowed(port: string): boolean {
  return port === '' || (Number(port) >= 1024 && !otherServicePorts.has(Number(port)));
}

function hostRule(hostname: string, policy: EgressPolicy): Exclude<UrlVerdict, { ok: true }> | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0) {
    const addressRule = deniedBy(address, policy);
    return addressRule && { ok: false, rule: 'blocked_address', addressRule };
  }
  const labels = hostname.split('.');
  if (hostname.length > 253 || labels.some(label => label.length < 1 || label.length > 63))
    return { ok: false, rule: 'host_malformed' };
  if (policy.kind === 'development') return undefined;
  if (labels.length === 1) return { ok: false, rule: 'single_label' };
  return privateEndings.has(labels.at(-1) ?? '') ? { ok: false, rule: 'private_name' } : undefined;
}

/** Checks `text` against the rules, in the order in which a person would fix it. */
export function checkUrl(text: string, policy: EgressPolicy): UrlVerdict {
  if (text.length > urlLengthMax) return { ok: false, rule: 'too_long' };
  // The parser drops or replaces these characters, so it could resolve a different address.
  // eslint-disable-next-line no-control-regex -- this rule looks for control characters
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return { ok: false, rule: 'characters' };
  if (!URL.canParse(text)) return { ok: false, rule: 'malformed' };
  const url = new URL(text);
  if (url.href.length > urlLengthMax) return { ok: false, rule: 'too_long' };
  const isDevelopment = policy.kind === 'development';
  if (url.protocol !== 'https:' && !(isDevelopment && url.protocol === 'http:'))
    return { ok: false, rule: 'scheme' };
  if (url.username !== '' || url.password !== '') return { ok: false, rule: 'credentials' };
  if (url.href.includes('#')) return { ok: false, rule: 'fragment' };
  const broken = hostRule(url.hostname, policy);
  if (broken !== undefined) return broken;
  if (!isDevelopment && !isPortAllowed(url.port)) return { ok: false, rule: 'port' };
  return { ok: true, url };
}
