/** Sends e-mail through an SMTP server, or writes it to a folder as `.eml` files. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';

/** An e-mail: plain text, without patient data. */
export interface Mail {
  /** The UUID in the message id. An e-mail that is sent again keeps it, so mail programs show it once. */
  readonly uid: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
}

/** Sends e-mail. */
export interface Mailer {
  /** @throws if the server can't be reached or rejects the e-mail; the message may name the recipient */
  readonly send: (mail: Mail) => Promise<void>;
  readonly close: () => void;
}

/** Neither a mail server nor a mail folder is configured. */
export class MailNotSetError extends Error {
  override readonly name = 'MailNotSetError';
  readonly isMessageSafe = true;
  constructor() {
    super('Neither MAIL_SMTP_URL nor MAIL_FOLDER is set. Set one of them.');
  }
}

/** Where e-mail goes; the server takes precedence over the folder. */
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
  // Suppresses vacation notices and other automatic replies (RFC 3834).
  const headers = { 'Auto-Submitted': 'auto-generated' };
  // Nodemailer doesn't end the lines of a text that it doesn't encode as e-mail does.
  const lines = text.replaceAll('\n', '\r\n');
  return { from: { name: 'recordwell', address: from }, to, subject, text: lines, messageId, headers };
}

/** The longest line that SMTP carries, without its end (RFC 5321, section 4.5.3.1.6). */
const lineMax = 998;

/**
 * Sends a text of ASCII as it is. Nodemailer would encode one with a line of more than 76 characters as
 * quoted-printable, which breaks a link over two lines in the e-mail as it is sent.
 */
function keepLinksWhole(transport: Transporter): void {
  transport.use('stream', ({ message, data }, done) => {
    const { text } = data;
    const isPlain =
      typeof text === 'string' &&
      /^[\r\n\x20-\x7E]*$/.test(text) &&
      text.split('\r\n').every(line => line.length <= lineMax);
    if (isPlain) message.getTransferEncoding = () => '7bit';
    done();
  });
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
    // Never reads files or URLs for an e-mail's content.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  });
  keepLinksWhole(transport);
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
  keepLinksWhole(transport);
  return {
    send: async mail => {
      const { message } = await transport.sendMail(messageOf(from, mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Renamed once it's complete, so that programs watching the folder never read half an e-mail.
      const path = join(folder, `${mail.uid}.eml`);
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    close: () => {
      transport.close();
    },
  };
}

/** Creates the mailer of a process. Without a server or folder, `send` rejects with `MailNotSetError`. */
export function createMailer({ smtpUrl, folder, from }: MailSettings): Mailer {
  if (smtpUrl !== undefined) return createSmtpMailer(smtpUrl, from);
  if (folder !== undefined) return createFolderMailer(folder, from);
  return { send: () => Promise.reject(new MailNotSetError()), close: () => undefined };
}
