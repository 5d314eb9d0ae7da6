/**
 * Prints the console and desk sign-in links from the e-mails in the stack's folder, because no one receives
 * e-mail here.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Returns the text of an e-mail file; quoted-printable wraps long lines and encodes `=` (RFC 2045 §6.7). */
function textOf(eml: string): string {
  if (!/^Content-Transfer-Encoding: quoted-printable\r?$/im.test(eml)) return eml;
  return eml
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Returns the console or desk link in an e-mail; `undefined` if it has none. */
export function signInLinkIn(eml: string): string | undefined {
  return /^https?:\/\/\S+\/(?:console\/(?:sign-in|invitations)|desk\/sign-in)\/[\w-]{43}$/m.exec(
    textOf(eml).replaceAll('\r', ''),
  )?.[0];
}

/** Returns the recipient of an e-mail. */
function addresseeOf(eml: string): string {
  return /^To:.*?([^\s<>]+@[^\s<>]+)/m.exec(eml)?.[1] ?? 'someone';
}

/** How long a sign-in link and an invitation work, in minutes. */
const minutesOf = (link: string): number => (link.includes('/invitations/') ? 24 * 60 : 15);

/** Returns the e-mails of a folder, the newest first. */
function mailsIn(folder: string): ReadonlyArray<{ readonly eml: string; readonly atMs: number }> {
  try {
    return readdirSync(folder)
      .filter(name => name.endsWith('.eml'))
      .map(name => join(folder, name))
      .map(path => ({ eml: readFileSync(path, 'utf8'), atMs: statSync(path).mtimeMs }))
      .toSorted((a, b) => b.atMs - a.atMs);
  } catch {
    // There is no e-mail yet, or one was removed meanwhile.
    return [];
  }
}

/** Returns the newest link to each address and site that hasn't expired, which may have been used. */
export function currentSignInLinks(
  folder: string,
  nowMs: number,
): ReadonlyArray<readonly [address: string, link: string]> {
  const links = new Map<string, readonly [address: string, link: string]>();
  for (const { eml, atMs } of mailsIn(folder)) {
    const link = signInLinkIn(eml);
    const address = addresseeOf(eml);
    if (link === undefined || nowMs - atMs >= minutesOf(link) * 60_000) continue;
    const key = `${address} ${link.slice(0, link.lastIndexOf('/'))}`;
    if (!links.has(key)) links.set(key, [address, link]);
  }
  return [...links.values()];
}

/**
 * Reports each link when its e-mail arrives, until it's stopped.
 * @param folder where e-mails are written; each is renamed when it's complete
 */
export function tellSignInLinks(folder: string, tell: (line: string) => void): { readonly stop: () => void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const reported = new Set<string>();
  const watcher = watch(folder, (_, name) => {
    if (name === null || !name.endsWith('.eml') || reported.has(name)) return;
    try {
      const eml = readFileSync(join(folder, name), 'utf8');
      reported.add(name);
      const link = signInLinkIn(eml);
      if (link !== undefined) tell(`Sign-in link for ${addresseeOf(eml)}: ${link}`);
    } catch {
      // The file was already removed.
    }
  });
  return { stop: () => watcher.close() };
}
