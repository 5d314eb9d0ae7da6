/** Whole stacks on real services, with stand-ins for our own processes, so that only the stack is tested. */
import { Client as TemporalClient, Connection } from '@temporalio/client';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chmod, chown, copyFile, link, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identify, isRunning, signalProcess } from '../../stack/run/process-identity';
import { findPrograms } from '../../stack/run/programs';
import { stateFolderAt } from '../../stack/run/state-folder';
import {
  everyProcess,
  makeState,
  query,
  readProcesses,
  readStack,
  runCommand,
  running,
  startCommand,
} from './stack-command';
import { until } from '../support/until';

const detached = (state: string): string[] => ['start', '--state', state, '--ports', 'auto', '--detach'];

async function onTemporal<Result>(
  state: string,
  act: (client: TemporalClient) => Promise<Result>,
): Promise<Result> {
  const connection = await Connection.connect({ address: readStack(state).temporalAddress });
  try {
    return await act(new TemporalClient({ connection }));
  } finally {
    await connection.close();
  }
}

test('A stack recovers from SIGKILL of any and all of its processes, with its rows, workflows, and keys', async () => {
  await using state = await makeState();
  expect(await runCommand(...detached(state.path))).toMatchObject({ code: 0 });
  const first = readStack(state.path);
  expect((await stat(stateFolderAt(state.path).stackFile)).mode & 0o777).toBe(0o600);
  await query(state.path, 'insert into note values ($1)', ['kept']);
  await onTemporal(state.path, client =>
    client.workflow.start('nobodyRunsThis', { workflowId: 'kept', taskQueue: 'nobody' }),
  );

  // Killed one by one under a running supervisor, each comes back.
  for (const name of ['api', 'seaweedfs', 'postgres']) {
    const find = (): { pid: number; startedAt: string } | undefined =>
      readProcesses(state.path).children.find(child => child.name === name)?.identity;
    const before = find();
    if (before === undefined) throw new Error(`${name} does not run`);
    signalProcess(before, 'SIGKILL');
    await until(`${name} to come back`, () => {
      const now = find();
      return now !== undefined && now.pid !== before.pid && isRunning(now);
    });
  }
  await until('the database to answer', () =>
    query(state.path, 'select').then(
      () => true,
      () => false,
    ),
  );

  // When only the supervisor is killed, the next start finds its children and stops them.
  const orphans = everyProcess(state.path);
  const [supervisor, ...children] = orphans;
  if (supervisor === undefined) throw new Error('no supervisor');
  signalProcess(supervisor, 'SIGKILL');
  await until('the supervisor to be gone', () => !isRunning(supervisor));
  expect(await runCommand('status', '--state', state.path)).toMatchObject({ code: 3 });
  expect(await runCommand(...detached(state.path))).toMatchObject({ code: 0 });
  expect(running(children)).toEqual([]);

  // Everything at once.
  for (const identity of everyProcess(state.path)) signalProcess(identity, 'SIGKILL');
  await until(
    'every process to be gone',
    () => running(everyProcess(state.path)).length,
    count => count === 0,
  );
  expect(await runCommand(...detached(state.path))).toMatchObject({ code: 0 });
  expect(await query(state.path, `select text from note where text = 'kept'`)).toEqual([{ text: 'kept' }]);
  const workflow = await onTemporal(state.path, client => client.workflow.getHandle('kept').describe());
  expect(workflow.status.name).toBe('RUNNING');
  const { sandboxKey, productionKey, companyId } = first;
  expect(readStack(state.path)).toMatchObject({ sandboxKey, productionKey, companyId });
  expect(await runCommand('status', '--state', state.path)).toMatchObject({ code: 0 });

  const last = everyProcess(state.path);
  expect(await runCommand('stop', '--state', state.path)).toMatchObject({ code: 0, output: 'Stopped.\n' });
  expect(running(last)).toEqual([]);
}, 90_000);

test('Two stacks run side by side, and Ctrl-C ends all of one and nothing of the other', async () => {
  await using mine = await makeState();
  await using other = await makeState();
  const bystander = spawn('sleep', ['300'], { stdio: 'ignore' });
  try {
    expect(await runCommand(...detached(other.path))).toMatchObject({ code: 0 });
    // The file names a process ID that another process has by chance; that process must not be touched.
    const pid = bystander.pid ?? 0;
    await mkdir(mine.path, { recursive: true });
    const first = startCommand(['start', '--state', mine.path, '--ports', 'auto']);
    await first.untilPrinted('Commands to paste:');
    process.kill(first.pid, 'SIGINT');
    expect(await first.ended).toMatchObject({ code: 0 });
    writeFileSync(
      stateFolderAt(mine.path).processesFile,
      JSON.stringify({
        supervisor: { pid, startedAt: 'long ago' },
        children: [{ name: 'api', identity: { pid, startedAt: 'long ago' } }],
      }),
    );

    const second = startCommand(['start', '--state', mine.path, '--ports', 'auto']);
    await second.untilPrinted('Commands to paste:');
    const again = await runCommand('start', '--state', mine.path, '--ports', 'auto');
    expect(again.code).toBe(1);
    expect(again.output).toMatch(
      /A stack already runs or starts in .* \(process \d+\)\. To see it, run `npm run status`/,
    );
    const processes = everyProcess(mine.path);
    expect(running(processes)).toHaveLength(6);
    process.kill(second.pid, 'SIGINT');
    expect(await second.ended).toMatchObject({ code: 0 });
    expect(running(processes)).toEqual([]);
    expect(identify(pid)).toBeDefined();
    expect(running(everyProcess(other.path))).toHaveLength(6);
  } finally {
    bystander.kill();
  }
}, 60_000);

test('An ordinary user can run a stack', async () => {
  const isRoot = process.getuid?.() === 0;
  const folder = await mkdtemp(join(tmpdir(), 'recordwell-user-'));
  const nobody = 65_534;
  try {
    // The programs must be where that user can read them, because root's cache is closed.
    await mkdir(join(folder, 'bin'));
    const commands = { temporal: 'temporal', seaweedfs: 'weed' } as const;
    const names = ['temporal', 'seaweedfs'] as const;
    const pathOf = await findPrograms(names, { report: () => undefined });
    for (const name of names) {
      const [program, place] = [pathOf(name), join(folder, 'bin', commands[name])];
      await link(program, place).catch(() => copyFile(program, place));
    }
    if (isRoot) await chown(folder, nobody, nobody);
    await chmod(folder, 0o755);
    const state = join(folder, 'state');
    // This working copy may be in a folder that is closed to others, so the user gets permission to read
    // it, and no other permission.
    const prefix = isRoot
      ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'].concat(
          ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'],
          '--',
        )
      : [];
    const environment = {
      PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      TMPDIR: folder,
    };
    const stack = startCommand(['start', '--state', state, '--ports', 'auto'], { prefix, environment });
    await stack.untilPrinted('Commands to paste:');
    const processes = everyProcess(state);
    expect((await stat(stateFolderAt(state).postgres)).uid).toBe(isRoot ? nobody : process.getuid?.());
    process.kill(stack.pid, 'SIGTERM');
    expect(await stack.ended).toMatchObject({ code: 0 });
    expect(running(processes)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
