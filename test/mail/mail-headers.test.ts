/** The headers of an e-mail, and that no text can add one. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMailer, type Mail } from '../../src/mail/mailer';

const mail: Mail = {
  uid: '01a1fa97-cbfd-72da-9b40-09c034bab473',
  to: { name: 'Ana Diaz', address: 'ana@acme.example' },
  subject: 'Your webhook endpoint is failing',
  text: 'What happened, and what to do.\n',
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordwell-mail-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes an e-mail and returns its unfolded headers and its body. */
async function written(
  differs: Partial<Mail> = {},
  from = 'no-reply@recordwell.example',
): Promise<{ headers: Map<string, string>; names: string[]; body: string }> {
  const mailer = createMailer({ smtpUrl: undefined, folder, from });
  await mailer.send({ ...mail, ...differs });
  mailer.close();
  const text = await readFile(join(folder, `${mail.uid}.eml`), 'utf8');
  const end = text.indexOf('\r\n\r\n');
  const lines = text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const entries = lines.map(line => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  return { headers: new Map(entries), names: entries.map(([name]) => name), body: text.slice(end + 4) };
}

const names = [
  'Auto-Submitted',
  'From',
  'To',
  'Subject',
  'Message-ID',
  'Content-Transfer-Encoding',
  'Date',
  'MIME-Version',
  'Content-Type',
];

test('An e-mail has each of the expected headers once', async () => {
  expect((await written()).names.toSorted()).toEqual(names.toSorted());
});

test("An e-mail's headers have its sender, recipient, and subject", async () => {
  const { headers, body } = await written();
  expect(headers.get('From')).toBe('recordwell <no-reply@recordwell.example>');
  expect(headers.get('To')).toBe('Ana Diaz <ana@acme.example>');
  expect(headers.get('Subject')).toBe('Your webhook endpoint is failing');
  expect(body.trimEnd()).toBe('What happened, and what to do.');
});

test('An e-mail is marked as sent by a program, so that no autoreply answers it (RFC 3834)', async () => {
  expect((await written()).headers.get('Auto-Submitted')).toBe('auto-generated');
});

test('A long link is one line of the e-mail as it is sent', async () => {
  const link = `https://recordwell.example/console/sign-in/${'a'.repeat(43)}?${'b'.repeat(200)}`;
  const { headers, body } = await written({ text: `Sign in:\n\n${link}\n` });
  expect(headers.get('Content-Transfer-Encoding')).toBe('7bit');
  expect(body.split('\r\n')).toContain(link);
});

test('A line that SMTP would not carry is encoded', async () => {
  const { headers } = await written({ text: 'a'.repeat(999) });
  expect(headers.get('Content-Transfer-Encoding')).toBe('quoted-printable');
});

test('An e-mail is marked as plain text in UTF-8', async () => {
  const { headers, body } = await written({ text: 'Díaz “Ω”\n' });
  expect(headers.get('MIME-Version')).toBe('1.0');
  expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  const isBase64 = headers.get('Content-Transfer-Encoding') === 'base64';
  const decoded = isBase64
    ? Buffer.from(body, 'base64').toString()
    : Buffer.from(
        body
          .replaceAll('=\r\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16))),
        'latin1',
      ).toString();
  expect(decoded.trim()).toBe('Díaz “Ω”');
});

test('An e-mail has the date when it was sent', async () => {
  const before = Math.floor(Date.now() / 1_000) * 1_000;
  const { headers } = await written();
  const date = headers.get('Date') ?? '';
  expect(date).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} \+0000$/);
  expect(Date.parse(date)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
});

test.each(['no-reply@recordwell.example', 'alerts@mail.customer.test'])(
  "An e-mail's Message-ID is its ID and the domain of %s, also when it is sent twice",
  async from => {
    const first = await written({}, from);
    const second = await written({ text: 'Another text.\n' }, from);
    const [, domain = ''] = from.split('@');
    expect(first.headers.get('Message-ID')).toBe(`<${mail.uid}@${domain}>`);
    expect(second.headers.get('Message-ID')).toBe(first.headers.get('Message-ID'));
  },
);

describe.each(['\r\n', '\n', '\r', '\r\n\r\n', '\u2028', '\0'])('The line end %j', lineEnd => {
  const added = `${lineEnd}Bcc: eve@evil.example`;
  test.each<readonly [string, Partial<Mail>]>([
    ['a name', { to: { name: `Ana${added}`, address: 'ana@acme.example' } }],
    ['an address', { to: { name: 'Ana', address: `ana@acme.example${added}` } }],
    ['a subject', { subject: `Failing${added}` }],
  ])('in %s adds and ends no header', async (_where, differs) => {
    expect((await written(differs)).names.toSorted()).toEqual(names.toSorted());
  });
});

test('A name with quotes, brackets, and a comma stays one recipient', async () => {
  const { headers } = await written({
    to: { name: 'Diaz, "Ana" <eve@evil.example>', address: 'ana@acme.example' },
  });
  expect(headers.get('To')).toMatch(/ <ana@acme\.example>$/);
  expect(headers.get('To')?.match(/^"(?:[^"\\]|\\.)*" <[^<>]+>$/)).not.toBeNull();
});
