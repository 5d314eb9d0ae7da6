import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { createMailer, type Mail } from '../../src/mail/mailer';

const from = 'no-reply@recordwell.example';
const mail: Mail = {
  uid: '01a1fa97-cbfd-72da-9b40-09c034bab473',
  to: { name: 'Ana Díaz', address: 'ana@acme.example' },
  subject: 'Your webhook endpoint is failing',
  text: 'What happened, and what to do.\n',
};

describe('E-mail into a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recordwell-mail-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('is one file per e-mail, which only its owner can read', async () => {
    const mailer = createMailer({ smtpUrl: undefined, folder: join(folder, 'mail'), from });
    await mailer.send(mail);
    await mailer.send(mail);
    expect(await readdir(join(folder, 'mail'))).toEqual([`${mail.uid}.eml`]);
    const path = join(folder, 'mail', `${mail.uid}.eml`);
    const text = await readFile(path, 'utf8');
    expect(text).toContain(`Message-ID: <${mail.uid}@recordwell.example>`);
    expect(text).toContain('From: recordwell <no-reply@recordwell.example>');
    expect(text).toMatch(/^To: =\?UTF-8\?.+ <ana@acme\.example>\r?$/m);
    expect(text).toContain('What happened, and what to do.');
    expect((await stat(path)).mode & 0o077).toBe(0);
    mailer.close();
  });

  test.each([
    ['a name', { to: { name: 'Ana\r\nBcc: eve@example.com', address: 'ana@acme.example' } }],
    ['a subject', { subject: 'Failing\r\nBcc: eve@example.com' }],
  ])('gets no added header from a line end in %s', async (_what, differs) => {
    const mailer = createMailer({ smtpUrl: undefined, folder, from });
    await mailer.send({ ...mail, ...differs });
    expect(await readFile(join(folder, `${mail.uid}.eml`), 'utf8')).not.toMatch(/^Bcc:/m);
  });
});

describe('E-mail to a server', () => {
  const received: string[] = [];
  let isRefusing = false;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'user' && password === 'p@ss'
        ? callback(null, { user: username })
        : callback(new Error('no')),
    onRcptTo: (_address, _session, callback) => callback(isRefusing ? new Error('no such box') : null),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(`${String(session.user)} ${Buffer.concat(chunks).toString()}`);
        callback();
      });
    },
  });
  let port: number;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    ({ port } = server.server.address() as AddressInfo);
  });
  afterAll(() => new Promise<void>(resolve => server.close(() => resolve())));

  test('is sent with the account in the URL', async () => {
    const mailer = createMailer({ smtpUrl: `smtp://user:p%40ss@127.0.0.1:${port}`, folder: undefined, from });
    await mailer.send(mail);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatch(/^user /);
    expect(received[0]).toContain('What happened, and what to do.');
    mailer.close();
  });

  test("fails with the server's refusal", async () => {
    isRefusing = true;
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, folder: undefined, from });
    await expect(mailer.send(mail)).rejects.toThrow('no such box');
    mailer.close();
  });
});

test("Without a server or a folder, an e-mail fails and says what isn't set", async () => {
  const mailer = createMailer({ smtpUrl: undefined, folder: undefined, from });
  await expect(mailer.send(mail)).rejects.toThrow('Neither MAIL_SMTP_URL nor MAIL_FOLDER is set.');
});
