import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainEnvironment, startChild, type Child } from '../../stack/run/child';
import { anyText } from '../support/matchers';
import { importantLine } from '../../stack/run/important-lines';
import { waitUntilGone } from '../../stack/run/process-identity';
import type { StackError } from '../../stack/run/stack-error';
import type { NamedProcess } from '../../stack/run/stop-processes';
import { createSupervisor } from '../../stack/run/supervisor';

let logs: string;
beforeEach(async () => {
  logs = await mkdtemp(join(tmpdir(), 'recordwell-supervisor-'));
});
afterEach(() => rm(logs, { recursive: true, force: true }));

const shell = (script: string): Parameters<typeof startChild>[0] => ({
  name: 'part',
  command: 'sh',
  args: ['-c', script],
  env: plainEnvironment(),
});

test('A part that keeps ending is restarted five times, then the stack stops and says why', async () => {
  const printed: string[] = [];
  let starts = 0;
  const failure = await new Promise<StackError>((resolve, reject) => {
    const supervisor = createSupervisor({
      logs,
      record: () => {},
      say: (part, line) => printed.push(`${part}: ${line}`),
      onFailure: resolve,
      backoff: { firstMs: 1, maxMs: 1 },
    });
    const start = async (): Promise<{ child: Child }> => {
      starts += 1;
      const child = await startChild({
        ...shell('echo "no such table"; exit 3'),
        ...supervisor.hooks('part'),
      });
      return { child };
    };
    supervisor.keep('part', start).catch(reject);
  });
  expect(failure.message).toBe('part ended 6 times within a minute: ended unexpectedly (exit code 3)');
  expect(starts).toBe(6);
  expect(printed).toContain('part: no such table');
  expect(await readFile(join(logs, 'part.log'), 'utf8')).toMatch(/^\S+Z no such table\n/);
});

test("Our own log lines are kept as they are, and Node's lines about a dying process become JSON", async () => {
  const supervisor = createSupervisor({ logs, record: () => {}, say: () => {}, onFailure: () => {} });
  const ours = JSON.stringify({
    level: 'info',
    time: '2026-11-22T06:20:47.735Z',
    process: 'api',
    msg: 'Ready.',
  });
  const { onLine } = supervisor.hooks('api', 'json');
  for (const line of [ours, 'FATAL ERROR: heap out of memory', '{ torn', '7']) onLine?.(line);
  const [first, ...others] = (await readFile(join(logs, 'api.log'), 'utf8')).trimEnd().split('\n');
  expect(first).toBe(ours);
  expect(others.map(line => JSON.parse(line) as unknown)).toEqual(
    ['FATAL ERROR: heap out of memory', '{ torn', '7'].map(msg => ({
      level: 'warn',
      time: anyText,
      process: 'api',
      msg,
    })),
  );
});

test('A stop ends running parts and parts that are still starting', async () => {
  let recorded: readonly NamedProcess[] = [];
  const everRecorded: NamedProcess[] = [];
  const supervisor = createSupervisor({
    logs,
    record: processes => {
      recorded = processes;
      everRecorded.push(...processes);
    },
    say: () => {},
    onFailure: () => {},
  });
  const start = (name: string) => async (): Promise<{ child: Child }> => ({
    child: await startChild({ ...shell('exec sleep 300'), ...supervisor.hooks(name) }),
  });
  await supervisor.keep('one', start('one'));
  expect(recorded.map(({ name }) => name)).toEqual(['one']);
  let begin: () => void = () => {};
  const begun = new Promise<void>(resolve => (begin = resolve));
  const beginning = supervisor.keep('two', () => begun.then(start('two')));
  const stopped = supervisor.stop();
  begin();
  await Promise.all([stopped, beginning]);
  expect(everRecorded.map(({ name }) => name)).toContain('two');
  for (const { identity } of everRecorded) expect(await waitUntilGone(identity, 5_000)).toBe(true);
  await expect(supervisor.keep('three', start('three'))).rejects.toThrow('aborted');
});

test("The terminal shows only problems of services, and our own processes' lines except debug", () => {
  expect(importantLine('postgres', '2026-11-20 LOG:  checkpoint complete')).toBeUndefined();
  expect(importantLine('postgres', '2026-11-20 FATAL:  the database system is starting up')).toBeUndefined();
  expect(importantLine('postgres', '2026-11-20 PANIC:  could not write')).toContain('could not write');
  expect(importantLine('temporal', 'Server:  localhost:7233')).toBeUndefined();
  const entry = { level: 40, time: 1, pid: 2, hostname: 'h', msg: 'Slow.', durationMs: 900 };
  expect(importantLine('api', JSON.stringify(entry))).toBe('warn: Slow. durationMs=900');
  expect(importantLine('api', JSON.stringify({ ...entry, level: 20 }))).toBeUndefined();
  const error = { type: 'Error', code: 'ECONNREFUSED', frames: ['at connect (net.js:1:1)'] };
  expect(importantLine('api', JSON.stringify({ ...entry, error }))).toContain('error="Error ECONNREFUSED"');
});
