/**
 * Simulates a machine with only Node: an empty home, a PATH with few programs, and a clean clone. It
 * downloads releases from a mirror on this machine, or can't reach any, and has Python and Go instead.
 */
import { once } from 'node:events';
import { copyFile, mkdir, open, realpath, rm, symlink } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { findOnPath, projectRoot } from '../../stack/run/cache';
import { runToEnd } from '../../stack/run/child';
import type { ProgramName } from '../../stack/run/program-pins';
import { findPrograms, lookFor } from '../../stack/run/programs';
import { StackError } from '../../stack/run/stack-error';
import { startMirror } from './mirror';

/**
 * Programs that every system has: npm scripts need a shell, and root has to switch to another user for
 * PostgreSQL.
 */
const ofTheSystem = ['sh', 'true', 'setpriv'];

/** How npm reaches its registry isn't part of the test, so the user's `.npmrc` is used too. */
const ofNpm = ['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

/** How the user's own pip and Go reach their registries, which isn't part of the test either. */
const ofRegistries = /^(PIP_|GOPROXY$|GOSUMDB$|GONOSUMDB$|SSL_CERT_FILE$|REQUESTS_CA_BUNDLE$)/;
const pipConfigurations = ['.config/pip/pip.conf', '.pip/pip.conf'];

/**
 * What the machine can reach besides npm's registry: releases from a mirror, or no releases but package
 * indexes, with this machine's Python and Go, or with Go alone.
 */
export type Reach = 'releases' | 'python and go' | 'go';

/** A simulated machine. */
export interface FreshMachine {
  /** Runs a program in the clone. */
  run(command: 'npm' | 'npx', args: readonly string[], reach?: Reach): Promise<void>;
  /** Removes all downloaded programs, and what Go has built. */
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
 * Returns the programs on this machine; the test server only as a single file, not as Maven's Java archives.
 */
async function programsHere(): Promise<Map<ProgramName, string>> {
  const search = { report: () => undefined };
  const pathOf = await findPrograms(['temporal', 'seaweedfs'], search);
  const found = new Map<ProgramName, string>([
    ['temporal', pathOf('temporal')],
    ['seaweedfs', pathOf('seaweedfs')],
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

/** Links this machine's Python (if it has pip) and Go into a folder for PATH. */
async function linkTools(folder: string, names: readonly ('python3' | 'go')[]): Promise<void> {
  await mkdir(folder);
  for (const name of names) {
    const path = await findOnPath(name);
    if (path === undefined) continue;
    // A version manager's script on PATH needs more than the simulated machine has.
    const args = name === 'go' ? ['env', 'GOROOT'] : ['-c', 'import pip, sys; print(sys.executable)'];
    const env = { PATH: process.env['PATH'] ?? '', HOME: homedir() };
    const output = await runToEnd({ name, command: path, args, env }).catch(() => undefined);
    if (output === undefined) continue;
    await symlink(name === 'go' ? join(output.trim(), 'bin', 'go') : output.trim(), join(folder, name));
  }
}

/** A release server that accepts connections and never responds: the slowest way to have no releases. */
async function startSilentServer(): Promise<{ readonly url: string; stop(): void }> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer(socket => void sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Creates a machine with the last commit, and a mirror of this machine's programs.
 * @param tell receives every line of output
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
  if (git === undefined) throw new StackError("git isn't installed, so there's no clean clone.");
  await runToEnd({ name: 'git', command: git, args: ['clone', '--quiet', projectRoot, clone], env: {} });
  const mirror = await startMirror(await programsHere(), releases);
  const silent = await startSilentServer();
  const tools = { 'python and go': join(folder, 'python-and-go'), go: join(folder, 'go') };
  await linkTools(tools['python and go'], ['python3', 'go']);
  await linkTools(tools.go, ['go']);
  for (const file of pipConfigurations) {
    await mkdir(dirname(join(home, file)), { recursive: true });
    await copyFile(join(homedir(), file), join(home, file)).catch(() => undefined);
  }
  const registries = Object.entries(process.env).filter(([name]) => ofRegistries.test(name));
  const environmentOf = (reach: Reach): Record<string, string> =>
    reach === 'releases'
      ? { PATH: bin, ...mirror.environment }
      : {
          ...Object.fromEntries(registries.map(([name, value = '']) => [name, value])),
          PATH: `${bin}:${tools[reach]}`,
          RECORDWELL_MIRROR: silent.url,
          // Go's default cache is read-only, so it couldn't be removed.
          GOFLAGS: '-modcacherw',
        };
  const reachingNpm = ofNpm.flatMap(name => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    run: async (command, args, reach = 'releases') => {
      await runToEnd({
        name: [command, ...args].join(' '),
        command: join(bin, command),
        args,
        env: { ...Object.fromEntries(reachingNpm), HOME: home, ...environmentOf(reach) },
        cwd: clone,
        onLine: tell,
      });
    },
    emptyCache: async () => {
      for (const name of ['.cache/recordwell', '.cache/go-build', 'go'])
        await rm(join(home, name), { recursive: true, force: true });
    },
    stop: async () => {
      silent.stop();
      await mirror.stop();
    },
  };
}
