/** The last lines of a start: where everything is, and four commands to paste. */
import { relative } from 'node:path';
import type { StackFile, StateFolder } from './state-folder';
import { print, table } from './terminal';

/** The path as one would type it here. */
function typed(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : `./${near}`;
}

/** Prints the addresses and the commands; keys stay in `stack.json`. */
export function printSummary(folder: StateFolder, stack: StackFile, tookMs: number): void {
  const file = typed(folder.stackFile);
  const isUsualFolder = file === './.recordwell/stack.json';
  const state = isUsualFolder ? '' : ` --state ${typed(folder.path)}`;
  const key = `$(node -p 'require("${file}").sandboxKey')`;
  table(`recordwell is ready after ${(tookMs / 1000).toFixed(1)} s`, [
    ['API', stack.api],
    ['Console', `${stack.api}/console, as demo@example.com: the link that is mailed is printed here`],
    [
      'Desk',
      `${stack.api}/desk, for operators: a command below makes one, and the link is printed here as well`,
    ],
    ['Documentation', stack.docs],
    ['The embeds', stack.demoEmbeds],
    ...(stack.temporalUi === '' ? [] : [['Temporal UI', stack.temporalUi] as const]),
    ['Temporal', stack.temporalAddress],
    ['S3', stack.s3],
    ['Keys and ids', file],
    ['Logs', typed(folder.logs)],
  ]);
  print('\nTo paste:');
  print(
    `  curl -sS -H "authorization: Bearer ${key}" ` +
      `${stack.api}/v0/companies/${stack.companyId}/projects/${stack.sandboxProjectId}`,
  );
  print(`  npm run admin -- operator add you@example.com --name You${state}`);
  print(`  ${process.platform === 'darwin' ? 'open' : 'xdg-open'} ${stack.docs}`);
  print(`  npm stop${state === '' ? '' : ` --${state}`}\n`);
}
