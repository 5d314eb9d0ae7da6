/** The settings of mail. */
import { z } from 'zod';

/** What mail takes from the environment. */
export const mailSettings = {
  MAIL_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'The server that takes mail, `smtps://user:password@host:465`, or `smtp://` with STARTTLS, ' +
        'which is demanded unless the host is this machine.',
    ),
  MAIL_FOLDER: z
    .string()
    .optional()
    .describe(
      'Instead of a server: a folder into which each mail is written as an `.eml` file. Without ' +
        'either no mail leaves: its workflow waits and says so.',
    ),
  MAIL_FROM: z.email().default('no-reply@recordwell.example').describe('The address from which mail comes.'),
} as const;
