/** The settings of webhooks. */
import { z } from 'zod';
import { keyRing, list } from '../platform/setting-kinds';

/** What webhooks take from the environment. */
export const webhookSettings = {
  WEBHOOK_ALLOW_CIDRS: list
    .default([])
    .describe('Development only: private ranges (CIDR) to which webhooks may be sent all the same.'),
  WEBHOOK_LOG_DAYS: z.coerce
    .number()
    .int()
    .min(7)
    .max(3_650)
    .default(30)
    .describe(
      'How many days the log of deliveries is kept at least, with their bodies and what receivers answered; a month is dropped as a whole.',
    ),
  WEBHOOK_KEYS: keyRing.describe(
    'The key ring that seals the signing secrets and the custom headers of webhook endpoints in the database; the first is used, the others still open.',
  ),
} as const;
