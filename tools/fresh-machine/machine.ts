/**
 * A machine with Node and nothing else, as far as a process can tell: an empty home, a PATH of few programs,
 * a clean clone.
 */
import { copyFile, mkdir, open, realpath, rm, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findOnPath, projectRoot } from '../../stack/run/cache';
import { runToEnd } from '../../stack/run/child';
import type { ProgramName } from '../../stack/run/program-pins';
import { findPrograms, lookFor } from '../../stack/run/programs';
import { StackError } from '../../stack/run/stack-error';
import { startMirror } from './mirror';

/**
 * What every system has: npm's scripts need a shell, and root needs to become another user for PostgreSQL.
 */
const ofTheSystem = ['sh', 'true', 'setpriv'];

/** How npm reaches its registry is no part of what is tried; the user's `.npmrc` is there as well. */
const ofNpm = ['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

/** Such a machine. */
export interface FreshMachine {
  /** Runs a program of the clone to its end. */
  run(command: 'npm' | 'npx', args: readonly string[]): Promise<void>;
  /** Forgets every program that was downloaded. */
  emptyCache(): Promise<void>;
  stop(): Promise<void>;
}

async function isScript(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString() === '#!';
  } finally {
    await file.close();
  }
}

/**
 * The programs that are on this machine; the test server only as one file, not as what Maven fetches for
 * Java.
 */
async function programsHere(): Promise<Map<ProgramName, string>> {
  const search = { report: () => undefined };
  const pathOf = await findPrograms(['temporal', 'versitygw'], search);
  const found = new Map<ProgramName, string>([
    ['temporal', pathOf('temporal')],
    ['versitygw', pathOf('versitygw')],
  ]);
  const testServer = await lookFor('temporal-test-server', search);
  if (testServer !== undefined && !(await isScript(testServer)))
    found.set('temporal-test-server', testServer);
  return found;
}

async function linkPrograms(bin: string): Promise<void> {
  await mkdir(bin);
  await symlink(process.execPath, join(bin, 'node'));
  for (const name of ['npm', 'npx', ...ofTheSystem]) {
    const path = await findOnPath(name);
    if (path !== undefined) await symlink(await realpath(path), join(bin, name));
  }
}

/**
 * Makes one of the last commit, with a mirror of the programs that are here.
 * @param tell hears every line of what is run there
 */
export async function makeFreshMachine(folder: string, tell: (line: string) => void): Promise<FreshMachine> {
  const home = join(folder, 'home');
  const bin = join(folder, 'bin');
  const clone = join(folder, 'recordwell');
  const releases = join(folder, 'releases');
  await mkdir(home);
  await mkdir(releases);
  await copyFile(join(homedir(), '.npmrc'), join(home, '.npmrc')).catch(() => undefined);
  await linkPrograms(bin);
  const git = await findOnPath('git');
  if (git === undefined) throw new StackError('There is no git to make a clean clone with.');
  await runToEnd({ name: 'git', command: git, args: ['clone', '--quiet', projectRoot, clone], env: {} });
  const mirror = await startMirror(await programsHere(), releases);
  const reachingNpm = ofNpm.flatMap(name => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    run: async (command, args) => {
      await runToEnd({
        name: [command, ...args].join(' '),
        command: join(bin, command),
        args,
        env: { ...Object.fromEntries(reachingNpm), HOME: home, PATH: bin, ...mirror.environment },
        cwd: clone,
        onLine: tell,
      });
    },
    emptyCache: () => rm(join(home, '.cache', 'recordwell'), { recursive: true, force: true }),
    stop: () => mirror.stop(),
  };
}
