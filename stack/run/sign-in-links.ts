/**
 * Prints the links to the console and to the desk that are mailed into the folder of the stack: here nobody
 * reads mail.
 */
import { mkdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * The text of a mail as it was written: long lines are broken in a file, and `=` is encoded (RFC 2045 §6.7).
 */
function textOf(eml: string): string {
  return eml
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The link to the console or to the desk in a mail; `undefined` in every other one. */
export function signInLinkIn(eml: string): string | undefined {
  return /^https?:\/\/\S+\/(?:console\/(?:sign-in|invitations)|desk\/sign-in)\/[\w-]{43}$/m.exec(
    textOf(eml).replaceAll('\r', ''),
  )?.[0];
}

/** To whom a mail goes. */
function addresseeOf(eml: string): string {
  return /^To:.*?([^\s<>]+@[^\s<>]+)/m.exec(eml)?.[1] ?? 'somebody';
}

/**
 * Tells each link as it is mailed, until it is stopped.
 * @param folder into which mails are written, each renamed when it is whole
 */
export function tellSignInLinks(folder: string, tell: (line: string) => void): { readonly stop: () => void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const told = new Set<string>();
  const watcher = watch(folder, (_, name) => {
    if (name === null || !name.endsWith('.eml') || told.has(name)) return;
    try {
      const eml = readFileSync(join(folder, name), 'utf8');
      told.add(name);
      const link = signInLinkIn(eml);
      if (link !== undefined) tell(`the link for ${addresseeOf(eml)}: ${link}`);
    } catch {
      // The name of a file that is gone again.
    }
  });
  return { stop: () => watcher.close() };
}
