/** The settings of webhooks. */
import { keyRing, list } from '../platform/setting-kinds';

/** What webhooks take from the environment. */
export const webhookSettings = {
  WEBHOOK_ALLOW_CIDRS: list
    .default([])
    .describe('Development only: private ranges (CIDR) to which webhooks may be sent all the same.'),
  WEBHOOK_KEYS: keyRing.describe(
    'The key ring that seals the custom headers of webhook endpoints in the database; the first is used, the others still open.',
  ),
} as const;
