/**
 * Which page may frame an embed (EMBED-10, EMBED-11). The text goes into `frame-ancestors` and into
 * `postMessage` as it stands, so there is one spelling for each origin, the one that browsers have
 * (`location.origin`), and nothing in it that means something there: no wildcard, no blank, no semicolon.
 */

/** The most characters of an origin: `https://`, the longest name there can be in DNS, and a port. */
export const parentOriginCharactersMax = 267;
/** The most origins that a deployment approves. */
export const approvedOriginsMax = 1_000;

const nameCharactersMax = 253;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const form = new RegExp(`^https://(${label}(?:\\.${label})*)(?::[1-9][0-9]{0,4})?$`);
const fourNumbers = /^(?:\d+\.){3}\d+$/;

/**
 * Whether a text is `https://host[:port]` as a browser writes an origin: in small letters, without the port
 * 443, an international name in Punycode. Of addresses only 127.0.0.1 is one: CSP matches no other (CSP Level
 * 3, §6.7.2.8), so that a page there could never frame anything.
 */
export function isParentOrigin(text: string): boolean {
  if (text.length > parentOriginCharactersMax) return false;
  const host = form.exec(text)?.[1];
  if (host === undefined || host.length > nameCharactersMax) return false;
  if (fourNumbers.test(host) && host !== '127.0.0.1') return false;
  // Knows what no pattern does: ports above 65,535, the port 443, numbers that are an address in disguise.
  return URL.canParse(text) && new URL(text).origin === text;
}
