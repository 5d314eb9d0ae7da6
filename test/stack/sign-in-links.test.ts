import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMailer } from '../../src/mail/mailer';
import { invitationText } from '../../src/mail/invitation-text';
import { signInText } from '../../src/mail/sign-in-text';
import { currentSignInLinks, signInLinkIn, tellSignInLinks } from '../../stack/run/sign-in-links';
import { until } from '../support/until';

const url = `http://127.0.0.1:34567/console/sign-in/${'Ab-_9'.repeat(8)}xyz`;

test('The stack prints the link e-mailed for the console, and no other e-mail', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mail-'));
  const lines: string[] = [];
  const printer = tellSignInLinks(folder, line => lines.push(line));
  const mailer = createMailer({ smtpUrl: undefined, folder, from: 'no-reply@recordwell.example' });
  const mail = { to: { name: 'Ana Diaz', address: 'ana@acme.example' }, subject: 'Sign in' };
  await mailer.send({ ...mail, uid: 'other', text: 'An endpoint was disabled.\n' });
  await mailer.send({ ...mail, uid: 'link', text: signInText({ site: 'console', url, minutes: 15 }) });
  await until(
    'the link to be printed',
    () => lines.length,
    count => count > 0,
  );
  expect(lines).toEqual([`Sign-in link for ana@acme.example: ${url}`]);
  printer.stop();
  mailer.close();
  rmSync(folder, { recursive: true });
});

test('The status of the stack has the newest link to each address until it expires', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mail-'));
  expect(currentSignInLinks(join(folder, 'absent'), Date.now())).toEqual([]);
  const mailer = createMailer({ smtpUrl: undefined, folder, from: 'no-reply@recordwell.example' });
  const send = async (address: string, uid: string, link: string): Promise<void> => {
    const text = link.includes('invitations')
      ? invitationText({ url: link, companyName: 'Acme', inviterName: 'Ana', hours: 24 })
      : signInText({ site: 'console', url: link, minutes: 15 });
    await mailer.send({ to: { name: 'Ana', address }, subject: 'Sign in', uid, text });
  };
  const invited = url.replace('sign-in', 'invitations');
  await send('ana@acme.example', 'first', url);
  await send('bo@acme.example', 'invited', invited);
  const atDesk = url.replace('console', 'desk');
  await send('cy@acme.example', 'console', url);
  await send('cy@acme.example', 'desk', atDesk);
  const now = Date.now();
  const ofCy = currentSignInLinks(folder, now).filter(([address]) => address.startsWith('cy'));
  expect(new Set(ofCy.map(([, link]) => link))).toEqual(new Set([url, atDesk]));
  expect(Object.fromEntries(currentSignInLinks(folder, now))).toEqual({
    'ana@acme.example': url,
    'bo@acme.example': invited,
    'cy@acme.example': ofCy.at(-1)?.[1],
  });
  expect(currentSignInLinks(folder, now + 16 * 60_000)).toEqual([['bo@acme.example', invited]]);
  expect(currentSignInLinks(folder, now + 25 * 3_600_000)).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(4);
  mailer.close();
  rmSync(folder, { recursive: true });
});

test('A link is read whole across a line break, for the console and the desk [DESK-31]', () => {
  const folded = `${url.slice(0, 70)}=\r\n${url.slice(70)}`;
  const encoding = 'Content-Transfer-Encoding: quoted-printable';
  const broken = `To: a@b.c\r\n${encoding}\r\n\r\nOpen:\r\n\r\n${folded}\r\n\r\nIt signs in once.\r\n`;
  expect(signInLinkIn(broken)).toBe(url);
  expect(signInLinkIn(broken.replace('console', 'desk'))).toBe(url.replace('console', 'desk'));
});

test('The link of an invitation is found, too', () => {
  const invited = url.replace('sign-in', 'invitations');
  const text = invitationText({ url: invited, companyName: 'Acme', inviterName: 'Ana', hours: 24 });
  expect(signInLinkIn(`To: a@b.c\r\n\r\n${text}`)).toBe(invited);
});
