/** The e-mail settings. */
import { z } from 'zod';

/** The environment variables for e-mail. */
export const mailSettings = {
  MAIL_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'The server that sends e-mail, `smtps://user:password@host:465`, or `smtp://` with STARTTLS, ' +
        'which is required unless the host is this machine.',
    ),
  MAIL_FOLDER: z
    .string()
    .optional()
    .describe(
      'A folder to write each e-mail to as an `.eml` file, instead of using a server. Without a server or ' +
        'folder, no e-mail is sent: its workflow waits and says why.',
    ),
  MAIL_FROM: z.email().default('no-reply@recordwell.example').describe('The sender address of e-mails.'),
} as const;
