/** The settings of the console. */
import { z } from 'zod';
import { positive } from '../../platform/setting-kinds';

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
  CONSOLE_OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'The issuer of the identity provider (OpenID Connect) by which members sign in to the console ' +
        'as well; absent means none. The redirect URI to register there is `PUBLIC_URL` with ' +
        '`/console/sign-on/callback`.',
    ),
  CONSOLE_OIDC_CLIENT_ID: z
    .string()
    .optional()
    .describe('The client id of this deployment at that identity provider.'),
  CONSOLE_OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .describe('The client secret of this deployment at that identity provider.'),
  CONSOLE_OIDC_NAME: z
    .string()
    .regex(/^[^\p{Cc}]{1,60}$/u, 'must be 1 to 60 characters, none of them a control one')
    .default('single sign-on')
    .describe('How the button of the sign-in page calls that identity provider.'),
  RATE_LIMIT_CONSOLE_USER: positive(1_000_000)
    .default(120)
    .describe('Requests a rolling minute to the console, per person who is signed in.'),
} as const;
