/** The settings of the desk. */
import { z } from 'zod';
import { list, positive } from '../../platform/setting-kinds';

/** What the desk takes from the environment. */
export const deskSettings = {
  DESK_ADDRESSES: list
    .default([])
    .describe(
      'The addresses or CIDR ranges from which the operators’ desk is reached, comma-separated: ' +
        'those of your office or VPN. For others there is no `/desk`. Empty: the desk is off.',
    ),
  TEMPORAL_UI_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Where operators reach the Temporal UI: pages of the desk lead to workflows there. Absent: ' +
        'they lead nowhere.',
    ),
  DESK_IDLE_MINUTES: positive(240)
    .default(20)
    .describe('After how many minutes without a request a session at the desk ends.'),
  DESK_SESSION_HOURS: positive(24)
    .default(10)
    .describe('After how many hours a session at the desk ends, whatever is asked.'),
  DESK_FRESH_MINUTES: positive(720)
    .default(240)
    .describe('For how many minutes after a sign-in an operator decides at the desk.'),
  RATE_LIMIT_DESK_OPERATOR: positive(1_000_000)
    .default(300)
    .describe('Requests a rolling minute to the desk, per operator; each picture of a page is one.'),
} as const;
