/**
 * The page that may frame an embed (EMBED-10, EMBED-11). The text goes unchanged into `frame-ancestors` and
 * `postMessage`, so each origin has one spelling, the browsers' (`location.origin`), without any character
 * that is special there: no wildcard, no space, no semicolon.
 */

/** The maximum length of an origin: `https://`, the longest possible DNS name, and a port. */
export const parentOriginCharactersMax = 267;
/** The most origins that a deployment approves. */
export const approvedOriginsMax = 1_000;

const nameCharactersMax = 253;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const form = new RegExp(`^https://(${label}(?:\\.${label})*)(?::[1-9][0-9]{0,4})?$`);
const fourNumbers = /^(?:\d+\.){3}\d+$/;

/**
 * Whether a text is `https://host[:port]` as a browser writes an origin: in lower case, without port 443, an
 * international name in Punycode. The only IP address is 127.0.0.1: CSP matches no other (CSP Level 3,
 * §6.7.2.8), so a page there could never frame anything.
 */
export function isParentOrigin(text: string): boolean {
  if (text.length > parentOriginCharactersMax) return false;
  const host = form.exec(text)?.[1];
  if (host === undefined || host.length > nameCharactersMax) return false;
  if (fourNumbers.test(host) && host !== '127.0.0.1') return false;
  // Rejects what no pattern can: ports above 65,535, port 443, numbers that are IP addresses in disguise.
  return URL.canParse(text) && new URL(text).origin === text;
}
