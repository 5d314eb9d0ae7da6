/** Ctrl-C before a stack is ready: the start ends with exit code 130, and none of it keeps running. */
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPins } from '../../stack/run/program-pins';
import { identify } from '../../stack/run/process-identity';
import { until } from '../support/until';
import { everyProcess, makeState, running, startCommand, type Running } from './stack-command';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordwell-interrupted-'));
  await mkdir(join(folder, 'bin'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const cacheEntries = (): Promise<string[]> =>
  readdir(join(folder, 'cache', 'recordwell')).catch((): string[] => []);

/** Pins programs that aren't on this machine: a release for the mirror, and a wheel. */
async function pinAbsent(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const hash = '0'.repeat(64);
  const pin = {
    version: '9.9.9',
    command: 'not-on-path',
    release: 'x/releases/v9.9.9',
    archives: { [platform]: { file: 'x-9.9.9.tar.gz', sha256: hash } },
    wheel: {
      project: 'x',
      version: '9.9.9',
      maker: 'a maker',
      platforms: { [platform]: { tag: 'any', sha256: hash, programSha256: hash } },
    },
  };
  const file = join(folder, 'pins.json');
  const names = Object.keys(await readPins());
  await writeFile(file, JSON.stringify(Object.fromEntries(names.map(name => [name, pin]))));
  return file;
}

/** Creates a program that records its process ID and a child's, and then runs for minutes. */
async function putEndless(name: string): Promise<void> {
  const path = join(folder, 'bin', name);
  await writeFile(
    path,
    '#!/bin/sh\ncase "$*" in *--version) exit 0;; esac\n' +
      `/bin/sleep 300 &\necho "$$ $!" >> ${folder}/pids\nwait\n`,
  );
  await chmod(path, 0o755);
}

const endless = async (): Promise<number[]> =>
  (await readFile(join(folder, 'pids'), 'utf8').catch(() => '')).split(/\s+/).filter(Boolean).map(Number);

async function startWithoutPrograms(
  state: string,
  mirror: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Running> {
  return startCommand(['start', '--state', state, '--ports', 'auto'], {
    environment: {
      RECORDWELL_PINS: await pinAbsent(),
      RECORDWELL_MIRROR: mirror,
      XDG_CACHE_HOME: join(folder, 'cache'),
      // PostgreSQL needs these when root runs it as another user.
      PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
      TEMPORAL_CLI: '',
      SEAWEEDFS: '',
      ...environment,
    },
  });
}

async function interrupt(start: Running, state: string): Promise<void> {
  process.kill(start.pid, 'SIGINT');
  const { code, output } = await start.ended;
  expect(output).toMatch(/\nStopping\. The stack wasn't ready yet\.\n(.*\n)?Stopped\.\n$/);
  expect(output).not.toMatch(/^\s+at /m);
  expect(code).toBe(130);
  expect(running(everyProcess(state))).toEqual([]);
  expect(await cacheEntries()).toEqual([]);
}

const nowhere = 'http://127.0.0.1:9';

test('Ctrl-C during a download stops the start, with exit code 130', async () => {
  await using state = await makeState();
  const server: Server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000_000 }).write('the first bytes');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const start = await startWithoutPrograms(
      state.path,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    await start.untilPrinted('downloading x-9.9.9.tar.gz');
    await until('a download to begin', cacheEntries, entries => entries.length > 0);
    await interrupt(start, state.path);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}, 60_000);

test.each([
  ['while pip downloads wheels', ['python3', 'go'], {}],
  // Go builds only Temporal, so SeaweedFS must exist.
  ['while Go builds', ['go'], { SEAWEEDFS: '/bin/true' }],
])(
  'Ctrl-C %s stops the start and its programs, with exit code 130',
  async (_what, programs, environment) => {
    await using state = await makeState();
    for (const name of programs) await putEndless(name);
    // Any other pip on PATH fails at once.
    if (!programs.includes('python3'))
      for (const name of ['python3', 'python', 'pip3', 'pip']) {
        await writeFile(join(folder, 'bin', name), '#!/bin/sh\nexit 1\n');
        await chmod(join(folder, 'bin', name), 0o755);
      }
    const start = await startWithoutPrograms(state.path, nowhere, environment);
    const due = programs.includes('python3') ? 4 : 2;
    const pids = await until('the programs to be started', endless, found => found.length === due);
    await interrupt(start, state.path);
    await until(
      'the programs to end',
      () => pids.filter(pid => identify(pid) !== undefined),
      left => left.length === 0,
    );
  },
  60_000,
);

test('Ctrl-C while the services start stops them, with exit code 130', async () => {
  await using state = await makeState();
  const start = startCommand(['start', '--state', state.path, '--ports', 'auto']);
  await start.untilPrinted('ready on port');
  await interrupt(start, state.path);
}, 60_000);

test('Ctrl-C ends a ready stack with exit code 0', async () => {
  await using state = await makeState();
  const start = startCommand(['start', '--state', state.path, '--ports', 'auto']);
  await start.untilPrinted('Commands to paste:');
  process.kill(start.pid, 'SIGINT');
  expect((await start.ended).code).toBe(0);
}, 60_000);
