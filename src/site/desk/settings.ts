/** The settings of the desk. */
import { z } from 'zod';
import { defaultTimeZone, isTimeZone } from '../../domain/time-zones';
import { list, positive } from '../../platform/setting-kinds';

/** The desk's environment variables. */
export const deskSettings = {
  DESK_ADDRESSES: list
    .default([])
    .describe(
      "The addresses or CIDR ranges that can reach the operators' desk, comma-separated, such as those of " +
        'your office or VPN. For other addresses there is nothing at `/desk`. Empty turns the desk off.',
    ),
  TEMPORAL_UI_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'The URL of the Temporal UI for operators. Pages of the desk link to workflows there; absent means ' +
        'no links.',
    ),
  DESK_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be the name of a time zone, such as America/Chicago')
    .default(defaultTimeZone)
    .describe(
      "The operators' time zone, by its tz database name. Items are overdue, and snoozed until a date, by " +
        'its days. Dates of one record request follow the time zone of its company.',
    ),
  DESK_IDLE_MINUTES: positive(240)
    .default(20)
    .describe('Minutes without a request after which a desk session ends.'),
  DESK_SESSION_HOURS: positive(24)
    .default(10)
    .describe('Hours after sign-in when a desk session ends, even if it is in use.'),
  DESK_FRESH_MINUTES: positive(720)
    .default(240)
    .describe('Minutes after a sign-in during which an operator can make decisions at the desk.'),
  RATE_LIMIT_DESK_OPERATOR: positive(1_000_000)
    .default(300)
    .describe('Requests per rolling minute to the desk, per operator. Each picture of a page counts as one.'),
} as const;
