/**
 * Prints the console and desk sign-in links from the e-mails in the stack's folder, because nobody receives
 * e-mail here.
 */
import { mkdirSync, readFileSync, watch } from 'node:fs';
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
