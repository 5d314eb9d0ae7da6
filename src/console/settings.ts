/** The settings of the console. */
import { positive } from '../platform/setting-kinds';

/** What the console takes from the environment. */
export const consoleSettings = {
  CONSOLE_IDLE_MINUTES: positive(1_440)
    .default(30)
    .describe('After how many minutes without a request a session of the console ends.'),
  CONSOLE_SESSION_HOURS: positive(168)
    .default(12)
    .describe('After how many hours a session of the console ends, whatever is asked.'),
  CONSOLE_FRESH_MINUTES: positive(60)
    .default(10)
    .describe('For how many minutes after a sign-in the console shows secrets and makes keys.'),
  RATE_LIMIT_CONSOLE_USER: positive(1_000_000)
    .default(120)
    .describe('Requests a rolling minute to the console, per person who is signed in.'),
} as const;
