/** The settings of the console. */
import { z } from 'zod';
import { positive } from '../../platform/setting-kinds';

/** The console's environment variables. */
export const consoleSettings = {
  CONSOLE_IDLE_MINUTES: positive(1_440)
    .default(30)
    .describe('Minutes without a request after which a console session ends.'),
  CONSOLE_SESSION_HOURS: positive(168)
    .default(12)
    .describe('Hours after sign-in when a console session ends, even if it is in use.'),
  CONSOLE_FRESH_MINUTES: positive(60)
    .default(10)
    .describe(
      'Minutes after a sign-in during which the console shows secrets, creates keys, and lets a member ' +
        'change endpoints or other members.',
    ),
  CONSOLE_OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'The issuer of an OpenID Connect identity provider that members can also sign in with; absent ' +
        'means none. Register `PUBLIC_URL` with `/console/sign-on/callback` as its redirect URI.',
    ),
  CONSOLE_OIDC_CLIENT_ID: z
    .string()
    .optional()
    .describe("This deployment's client ID at that identity provider."),
  CONSOLE_OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .describe("This deployment's client secret at that identity provider."),
  CONSOLE_OIDC_TRUSTED_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "`CONSOLE_OIDC_ISSUER` again, if its addresses count as verified although it doesn't say so, because " +
        'all its accounts are managed by one organization: `https://login.microsoftonline.com/TENANT/v2.0` ' +
        'for one tenant of Microsoft Entra.',
    ),
  CONSOLE_OIDC_NAME: z
    .string()
    .regex(/^[^\p{Cc}]{1,60}$/u, 'must be 1 to 60 characters, without control characters')
    .default('single sign-on')
    .describe("The identity provider's name on the button of the sign-in page."),
  RATE_LIMIT_CONSOLE_USER: positive(1_000_000)
    .default(120)
    .describe('Requests per rolling minute to the console, per signed-in person.'),
} as const;
