/** The settings of webhooks. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { keyRing, list } from '../platform/setting-kinds';

/**
 * Whether a text is a valid name server: an address, with or without a port; an IPv6 address with a port
 * needs brackets.
 */
function isServer(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const [, inBrackets, plain, port = ''] = /^(?:\[(.+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  return (
    (isIP(inBrackets ?? '') === 6 || isIP(plain ?? '') === 4) && Number(port) > 0 && Number(port) < 65_536
  );
}

/** The settings of webhooks in the environment. */
export const webhookSettings = {
  WEBHOOK_ALLOW_CIDRS: list
    .default([])
    .describe('Development only: private ranges (CIDR) that webhooks may be sent to.'),
  WEBHOOK_DNS_SERVERS: list
    .refine(servers => servers.length <= 8 && servers.every(isServer), {
      error: 'must be at most 8 addresses such as 10.0.0.2 or 10.0.0.2:53',
    })
    .default([])
    .describe(
      "The name servers for receivers' names (`address` or `address:port`, at most 8); absent means " +
        "the system's.",
    ),
  WEBHOOK_LOG_DAYS: z.coerce
    .number()
    .int()
    .min(7)
    .max(3_650)
    .default(30)
    .describe(
      'How many days the delivery log is kept at least, with bodies and responses; months are ' +
        'dropped as a whole.',
    ),
  WEBHOOK_KEYS: keyRing.describe(
    'The key ring that encrypts the signing secrets and custom headers of webhook endpoints in the ' +
      'database; the first key encrypts, all of them decrypt.',
  ),
} as const;
