import { createMailer, type Mailer } from '../mail/mailer';
import type { Config } from './config';

/** The way out for mail, by the configuration; close it when the process stops. */
export function openMailer(config: Pick<Config, 'MAIL_SMTP_URL' | 'MAIL_FOLDER' | 'MAIL_FROM'>): Mailer {
  return createMailer({ smtpUrl: config.MAIL_SMTP_URL, folder: config.MAIL_FOLDER, from: config.MAIL_FROM });
}
