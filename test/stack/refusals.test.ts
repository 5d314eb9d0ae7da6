/** What the stack refuses to do, and how it says so. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readExternals } from '../../stack/run/externals';
import { openLog } from '../../stack/run/log-file';
import { portHolder } from '../../stack/run/ports';
import { explain, StackError } from '../../stack/run/stack-error';
import { choosePorts, type StackPorts } from '../../stack/run/stack-ports';
import { claimStateFolder, findSupervisor } from '../../stack/run/folder-claim';
import { deleteStateFolder, openStateFolder, stateFolderAt } from '../../stack/run/state-folder';
import { typescriptArguments } from '../../stack/run/typescript-arguments';
import { runCommand, startCommand } from './stack-command';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordwell-refusals-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function listenOn(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

test('A taken port is reported with the process that holds it', async () => {
  const server = await listenOn(0);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(portHolder(port)).toContain(`process ${process.pid} (`);
  server.close();

  // Another stack on this machine may hold 7070 already, which serves this test as well.
  const usual = await listenOn(7070).catch(() => undefined);
  try {
    await expect(choosePorts(stateFolderAt(folder), false, new Set(['s3']))).rejects.toThrow(
      /^Port 7070 \(S3\) is in use by (process \d+ \(.+\)|another user's process|an unknown process)\.\n.*--ports auto$/,
    );
  } finally {
    usual?.close();
  }
});

/** Chooses ports as one start does, in a process that then ends. */
function chooseInOneStart(): StackPorts {
  const code = `const [, ports, state, folder] = process.argv;
    const { choosePorts } = require(ports);
    choosePorts(require(state).stateFolderAt(folder), true, new Set(['api', 's3']))
      .then(chosen => console.log(JSON.stringify(chosen)))`;
  const files = ['stack-ports', 'state-folder'].map(name => require.resolve(`../../stack/run/${name}.ts`));
  const output = execFileSync(process.execPath, [...typescriptArguments, '-e', code, ...files, folder]);
  return JSON.parse(output.toString()) as StackPorts;
}

test('Free ports are kept for the next start, and replaced once they are taken', async () => {
  const first = chooseInOneStart();
  expect(chooseInOneStart()).toEqual(first);
  const taker = await listenOn(first.s3);
  try {
    const second = chooseInOneStart();
    expect(second.api).toBe(first.api);
    expect(second.s3).not.toBe(first.s3);
  } finally {
    taker.close();
  }
});

test("A folder that isn't a state folder is neither used nor reset", async () => {
  const file = join(folder, 'precious.txt');
  await writeFile(file, 'not ours');
  for (const args of [
    ['--state', folder],
    ['--state', folder, '--reset'],
  ]) {
    const { code, output } = await runCommand('start', '--ports', 'auto', ...args);
    expect(code).toBe(1);
    expect(output).toContain("isn't a recordwell state folder");
  }
  expect(existsSync(file)).toBe(true);
});

test('A reset deletes a state folder completely', () => {
  const state = stateFolderAt(join(folder, 'state'));
  openStateFolder(state);
  deleteStateFolder(state);
  expect(existsSync(state.path)).toBe(false);
});

test("The claim of a process that is gone doesn't count", () => {
  const state = stateFolderAt(join(folder, 'state'));
  openStateFolder(state);
  claimStateFolder(state, { pid: process.pid, startedAt: 'before the machine was started' });
  expect(() => claimStateFolder(state, { pid: process.pid, startedAt: 'now' })).not.toThrow();
});

test('Only one of several simultaneous starts claims the folder, also after a killed one', async () => {
  const state = stateFolderAt(join(folder, 'state'));
  openStateFolder(state);
  const claim = join(__dirname, 'stand-ins', 'claim.ts');
  for (let round = 0; round < 3; round += 1) {
    const claimants = Array.from({ length: 6 }, () =>
      spawn(process.execPath, [...typescriptArguments, claim, state.path], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    const lines = claimants.map(({ stdout }) => createInterface({ input: stdout })[Symbol.asyncIterator]());
    const nextLines = async (): Promise<string[]> =>
      Promise.all(lines.map(async line => String((await line.next()).value)));
    expect(new Set(await nextLines())).toEqual(new Set(['here']));
    for (const { stdin } of claimants) stdin.write('now\n');
    const outcomes = await nextLines();
    const winner = claimants[outcomes.indexOf('claimed')];
    expect(outcomes.toSorted().slice(0, 2)).toEqual([
      expect.stringMatching(/^A stack already runs or starts in .+ \(process \d+\)\. To see it, run/),
      expect.stringMatching(/^A stack already/),
    ]);
    expect(outcomes.filter(outcome => outcome === 'claimed')).toHaveLength(1);
    expect(findSupervisor(state)?.pid).toBe(winner?.pid);
    await Promise.all(
      claimants.map(async claimant => {
        const ended = once(claimant, 'exit');
        claimant.kill('SIGKILL');
        await ended;
      }),
    );
    expect(findSupervisor(state)).toBeUndefined();
  }
}, 60_000);

test('A full disk, a missing permission, and a file in the way are one line each', async () => {
  const failure = (code: string): Error => Object.assign(new Error(code), { code, path: '/state/x' });
  expect(explain(failure('ENOSPC'))).toBe(
    'The disk that holds /state/x is full. Free some space, or choose another folder with --state DIR.',
  );
  expect(explain(failure('EACCES'))).toBe(
    "You don't have permission for /state/x. Change its owner (chown), or choose another folder with " +
      '--state DIR.',
  );
  expect(explain(new StackError('panic: database or disk is full (13)'))).toBe(
    'The disk is full. Free some space, or choose another folder with --state DIR.\n' +
      'panic: database or disk is full (13)',
  );
  await mkdir(join(folder, 'parent'));
  await writeFile(join(folder, 'parent', 'state'), '');
  const { code, output } = await runCommand('start', '--state', join(folder, 'parent', 'state'));
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
});

// Linux has a file that is always full.
if (existsSync('/dev/full'))
  test('A start on a full disk is one line, and a log on it loses lines without ending anything', async () => {
    const state = stateFolderAt(join(folder, 'state'));
    openStateFolder(state);
    await symlink('/dev/full', `${state.portsFile}.new`);
    const start = await runCommand('start', '--state', state.path, '--ports', 'auto');
    expect(start).toEqual({
      code: 1,
      output: 'The disk is full. Free some space, or choose another folder with --state DIR.\n',
    });
    await symlink('/dev/full', join(state.logs, 'full.log'));
    expect(() => openLog(state.logs, 'full', 'timed')('a line')).not.toThrow();
  }, 30_000);

test('An extra word, an unknown option, and an option that npm took for itself start nothing', async () => {
  const odd = await runCommand('start', join(folder, 'state'), 'auto');
  expect(odd.code).toBe(1);
  expect(odd.output).toContain(`Unexpected argument \`${join(folder, 'state')}\`.`);
  const unknown = await runCommand('start', '--detached');
  expect(unknown.code).toBe(1);
  expect(unknown.output.split('\n')[0]).toBe(`Unknown option '--detached'.`);
  // This is what npm turns `npm start --reset` into.
  const taken = await startCommand(['start', '--state', join(folder, 'state')], {
    environment: { npm_config_reset: 'true' },
  }).ended;
  expect(taken.code).toBe(1);
  expect(taken.output).toContain('npm took --reset for itself');
  expect(existsSync(join(folder, 'state'))).toBe(false);
});

test("An external service with a missing setting is refused by the setting's name", () => {
  expect(() => readExternals({ DATABASE_URL: 'postgres://x' })).toThrow(
    'DATABASE_URL is set, so you must also set DATABASE_OWNER_URL.',
  );
  expect(() => readExternals({ DATABASE_URL: 'postgres://x', DATABASE_OWNER_URL: 'postgres://y' })).toThrow(
    'DATABASE_URL is set, so you must also set DATABASE_BROWSE_URL.',
  );
  expect(() => readExternals({ S3_ENDPOINT: 'http://x', S3_ACCESS_KEY_ID: 'a' })).toThrow(
    'S3_ENDPOINT is set, so you must also set S3_SECRET_ACCESS_KEY.',
  );
});
