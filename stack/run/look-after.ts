/** `stop` and `status`: manages a running stack through the files in its folder. */
import { findSupervisor } from './folder-claim';
import { readJsonFile } from './json-file';
import { isRunning, stopProcess } from './process-identity';
import { currentSignInLinks } from './sign-in-links';
import { processesFileSchema, stackFileSchema, type StateFolder } from './state-folder';
import { stopProcesses } from './stop-processes';
import { print, table } from './terminal';

/** Enough time for all stages of an orderly stop. */
const stopGraceMs = 60_000;

/** Stops the stack in a folder, or what's left of it. */
export async function stopStack(folder: StateFolder): Promise<void> {
  const supervisor = findSupervisor(folder);
  const isSupervised = supervisor !== undefined;
  if (isSupervised) await stopProcess(supervisor, 'SIGTERM', stopGraceMs);
  const processes = readJsonFile(folder.processesFile, processesFileSchema);
  const left = (processes?.children ?? []).filter(child => isRunning(child.identity));
  await stopProcesses(left);
  print(isSupervised || left.length > 0 ? 'Stopped.' : `No stack is running in ${folder.path}.`);
}

/**
 * Prints what's running in a folder.
 * @returns 0 if a stack is ready there and all its processes are running; otherwise 3, which is the Linux
 * Standard Base code for a service that isn't running
 */
export function showStatus(folder: StateFolder): number {
  const supervisor = findSupervisor(folder);
  const processes = readJsonFile(folder.processesFile, processesFileSchema);
  const children = (processes?.children ?? []).map(({ name, identity }) => {
    return { name, pid: identity.pid, isAlive: isRunning(identity) };
  });
  if (supervisor === undefined) {
    const left = children.filter(child => child.isAlive).map(child => child.name);
    print(`No stack is running in ${folder.path}.`);
    if (left.length > 0)
      print(`Still running from a stack that was killed: ${left.join(', ')}. Stop them with \`npm stop\`.`);
    return 3;
  }
  const readyAt = processes?.readyAt;
  table(readyAt === undefined ? 'recordwell is starting' : `recordwell has been ready since ${readyAt}`, [
    ['supervisor', `process ${supervisor.pid}`],
    ...children.map(({ name, pid, isAlive }) => [name, isAlive ? `process ${pid}` : 'not running'] as const),
  ]);
  const stack = readJsonFile(folder.stackFile, stackFileSchema);
  if (readyAt !== undefined && stack !== undefined) {
    const { api, docs, demoEmbeds, temporalUi, temporalAddress, s3 } = stack;
    const pages = { console: `${api}/console`, desk: `${api}/desk` };
    table('Addresses', Object.entries({ api, ...pages, docs, demoEmbeds, temporalUi, temporalAddress, s3 }));
    const links = currentSignInLinks(folder.mail, Date.now());
    table(
      'Sign-in links',
      links.length === 0
        ? [['none', `enter demo@example.com at ${api}/console, then run this again`]]
        : links,
    );
  }
  return readyAt !== undefined && children.every(child => child.isAlive) ? 0 : 3;
}
