/** The last lines of a start: the addresses, and four commands to paste. */
import { relative } from 'node:path';
import type { StackFile, StateFolder } from './state-folder';
import { print, table } from './terminal';

/** Returns a path as you would type it in the current folder. */
function typed(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : `./${near}`;
}

/** Prints the addresses and the commands. Keys stay in `stack.json`. */
export function printSummary(folder: StateFolder, stack: StackFile, tookMs: number): void {
  const file = typed(folder.stackFile);
  const isUsualFolder = file === './.recordwell/stack.json';
  const state = isUsualFolder ? '' : ` --state ${typed(folder.path)}`;
  const status = `npm run status${state === '' ? '' : ` --${state}`}`;
  // A stack in the background has no terminal to print to.
  const where = process.stdout.isTTY
    ? 'sign-in links are printed here'
    : `\`${status}\` shows the sign-in link`;
  const key = `$(node -p 'require("${file}").sandboxKey')`;
  table(`recordwell is ready after ${(tookMs / 1000).toFixed(1)} s`, [
    ['API', stack.api],
    ['Console', `${stack.api}/console (sign in as demo@example.com; ${where})`],
    ['Desk', `${stack.api}/desk (for operators; add yourself with the command below)`],
    ['Documentation', stack.docs],
    ['Embeds', stack.demoEmbeds],
    ...(stack.temporalUi === '' ? [] : [['Temporal UI', stack.temporalUi] as const]),
    ['Temporal', stack.temporalAddress],
    ['S3', stack.s3],
    ['Keys and IDs', file],
    ['Logs', typed(folder.logs)],
  ]);
  print('\nCommands to paste:');
  print(
    `  curl -sS -H "authorization: Bearer ${key}" ` +
      `${stack.api}/v0/companies/${stack.companyId}/projects/${stack.sandboxProjectId}`,
  );
  print(`  npm run admin -- operator add you@example.com --name You${state}`);
  print(`  ${process.platform === 'darwin' ? 'open' : 'xdg-open'} ${stack.docs}`);
  print(`  npm stop${state === '' ? '' : ` --${state}`}\n`);
}
