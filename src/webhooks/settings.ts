/** The settings of webhooks. */
import { list } from '../platform/setting-kinds';

/** What webhooks take from the environment. */
export const webhookSettings = {
  WEBHOOK_ALLOW_CIDRS: list
    .default([])
    .describe('Development only: private ranges (CIDR) to which webhooks may be sent all the same.'),
} as const;
