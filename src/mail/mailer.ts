/** The way out for mail: an SMTP server, or a folder of `.eml` files. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

/** A mail of ours: text alone, no patient data. */
export interface Mail {
  /** A UUID. A mail that is sent twice has it twice, so that a mail program shows it once. */
  readonly uid: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
}

/** What sends mail. */
export interface Mailer {
  /**
   * @throws when the server cannot be reached or refuses; the message of such an error may name the address
   */
  readonly send: (mail: Mail) => Promise<void>;
  readonly close: () => void;
}

/** No way out for mail is set. */
export class MailNotSetError extends Error {
  override readonly name = 'MailNotSetError';
  readonly isMessageSafe = true;
  constructor() {
    super('Neither MAIL_SMTP_URL nor MAIL_FOLDER is set.');
  }
}

/** Where mail goes. */
export interface MailSettings {
  readonly smtpUrl: string | undefined;
  readonly folder: string | undefined;
  readonly from: string;
}

const connectTimeoutMs = 10_000;
const idleTimeoutMs = 20_000;

const ownHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

function messageOf(from: string, { uid, to, subject, text }: Mail) {
  const messageId = `<${uid}@${from.slice(from.indexOf('@') + 1)}>`;
  // Nobody is to answer, and no vacation notice either.
  const headers = { 'Auto-Submitted': 'auto-generated' };
  return { from: { name: 'recordwell', address: from }, to, subject, text, messageId, headers };
}

function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !ownHosts.has(hostname),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: idleTimeoutMs,
    // A mail is what is handed in: neither a file nor an address is read for it.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  });
  return {
    send: async mail => {
      await transport.sendMail(messageOf(from, mail));
    },
    close: () => {
      transport.close();
    },
  };
}

function createFolderMailer(folder: string, from: string): Mailer {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async mail => {
      const { message } = await transport.sendMail(messageOf(from, mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Renamed when it is whole: who watches the folder never reads half a mail.
      const path = join(folder, `${mail.uid}.eml`);
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    close: () => {
      transport.close();
    },
  };
}

/**
 * The mailer of a process. Without a server and a folder it sends nothing: each mail fails and says what is
 * not set.
 */
export function createMailer({ smtpUrl, folder, from }: MailSettings): Mailer {
  if (smtpUrl !== undefined) return createSmtpMailer(smtpUrl, from);
  if (folder !== undefined) return createFolderMailer(folder, from);
  return { send: () => Promise.reject(new MailNotSetError()), close: () => undefined };
}
