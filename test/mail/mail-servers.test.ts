/** What the mailer requires of a mail server before it sends an account or a message. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createMailer, type Mail } from '../../src/mail/mailer';
import { receiverCertificate, receiverKey } from '../support/receiver-certificate';

const from = 'no-reply@recordwell.example';
const mail: Mail = {
  uid: '01a1fa97-cbfd-72da-9b40-09c034bab473',
  to: { name: 'Ana Díaz', address: 'ana@acme.example' },
  subject: 'Your webhook endpoint is failing',
  text: 'What happened, and what to do.\n',
};

/** An address of this machine that doesn't count as "our own mail server". */
const elsewhere = '127.0.0.2';

interface Heard {
  readonly accounts: string[];
  readonly envelopes: Array<{
    readonly from: string;
    readonly to: readonly string[];
    readonly isSecure: boolean;
  }>;
}

const servers: SMTPServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>(resolve => server.close(() => resolve()));
});

/** Starts a mail server that accepts any account and any message. */
async function startServer(
  host: string,
  options: SMTPServerOptions,
): Promise<{ port: number; heard: Heard }> {
  const heard: Heard = { accounts: [], envelopes: [] };
  const server = new SMTPServer({
    key: receiverKey,
    cert: receiverCertificate,
    authOptional: true,
    onAuth: ({ username }, _session, callback) => {
      heard.accounts.push(username ?? '');
      callback(null, { user: username });
    },
    onData: (stream, { envelope, secure }, callback) => {
      const { mailFrom, rcptTo } = envelope;
      heard.envelopes.push({
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        isSecure: secure,
      });
      stream.resume();
      stream.on('end', () => callback());
    },
    ...options,
  });
  // These tests cause clients that leave in the middle of the handshake.
  server.on('error', () => undefined);
  servers.push(server);
  server.listen(0, host);
  await once(server.server, 'listening');
  return { port: (server.server.address() as AddressInfo).port, heard };
}

/** Sends the e-mail. @returns why it failed, or `undefined` if it was sent */
async function send(smtpUrl: string, sent: Mail = mail): Promise<string | undefined> {
  const mailer = createMailer({ smtpUrl, folder: undefined, from });
  const failure = await mailer.send(sent).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  mailer.close();
  return failure;
}

const plain: SMTPServerOptions = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };

test('A server without STARTTLS gets neither the account nor the e-mail', async () => {
  const { port, heard } = await startServer(elsewhere, plain);
  expect(await send(`smtp://user:secret@${elsewhere}:${port}`)).toMatch(/STARTTLS|TLS/);
  expect(heard).toEqual({ accounts: [], envelopes: [] });
});

test('A server with an untrusted certificate gets neither, over STARTTLS and over TLS', async () => {
  const upgraded = await startServer(elsewhere, {});
  expect(await send(`smtp://user:secret@${elsewhere}:${upgraded.port}`)).toMatch(/certificate/i);
  const secure = await startServer(elsewhere, { secure: true });
  expect(await send(`smtps://user:secret@${elsewhere}:${secure.port}`)).toMatch(/certificate/i);
  for (const { heard } of [upgraded, secure]) expect(heard).toEqual({ accounts: [], envelopes: [] });
});

test('`smtps:` never uses a connection without TLS', async () => {
  const { port, heard } = await startServer('127.0.0.1', plain);
  expect(await send(`smtps://user:secret@127.0.0.1:${port}`)).toBeDefined();
  expect(heard).toEqual({ accounts: [], envelopes: [] });
});

test.each(['127.0.0.1', 'localhost'])('This machine, as %s, may go without STARTTLS', async name => {
  const { port, heard } = await startServer('127.0.0.1', plain);
  expect(await send(`smtp://user:secret@${name}:${port}`)).toBeUndefined();
  expect(heard).toEqual({
    accounts: ['user'],
    envelopes: [{ from, to: ['ana@acme.example'], isSecure: false }],
  });
});

test.each([
  ['smtp', 587],
  ['smtps', 465],
])('Without a port, %s: uses port %d', async (scheme, port) => {
  // An address of this machine on which nothing listens.
  expect(await send(`${scheme}://127.0.0.3`)).toContain(`127.0.0.3:${port}`);
});

test('The account in the URL may contain any character', async () => {
  const { port, heard } = await startServer('127.0.0.1', plain);
  expect(await send(`smtp://us%40er%3A1:se%2Fcret@127.0.0.1:${port}`)).toBeUndefined();
  expect(heard.accounts).toEqual(['us@er:1']);
});

test.each(['ana@acme.example,eve@evil.example', 'ana@acme.example\r\nRCPT TO:<eve@evil.example>'])(
  'An e-mail goes to at most one person, whatever is in the address: %j',
  async address => {
    const { port, heard } = await startServer('127.0.0.1', plain);
    await send(`smtp://127.0.0.1:${port}`, { ...mail, to: { name: 'Ana', address } });
    const to = heard.envelopes.flatMap(envelope => envelope.to);
    expect(to.length).toBeLessThanOrEqual(1);
    expect(to).not.toContain('eve@evil.example');
  },
);
