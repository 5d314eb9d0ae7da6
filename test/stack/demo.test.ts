/** `npm run demo` when no stack is ready: it starts one or waits for one, and leaves it running. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool, toolCommand } from '../../stack/demo/run-tool';
import { findSupervisor } from '../../stack/run/folder-claim';
import { stateFolderAt } from '../../stack/run/state-folder';
import { until } from '../support/until';
import { everyProcess, running } from './stack-command';

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'recordwell-demo-'));
});
afterEach(async () => {
  await runTool('stack/run/main.ts', ['stop', '--state', state]);
  await rm(state, { recursive: true, force: true });
}, 60_000);

interface Demo {
  readonly pid: number;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

function startDemo(...args: readonly string[]): Demo {
  const [command, first] = toolCommand('stack/demo/main.ts', ['--state', state, ...args]);
  const demo = spawn(command, first, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  demo.stdout.on('data', hear);
  demo.stderr.on('data', hear);
  const ended = once(demo, 'close').then(() => demo.exitCode);
  return { pid: demo.pid ?? 0, output: () => output, ended };
}

async function untilPrinted(demo: Demo, text: string): Promise<void> {
  const bounds = { withinMs: 60_000, shown: (printed: string): string => printed.slice(-1_000) };
  await until(`"${text}" to be printed`, demo.output, printed => printed.includes(text), bounds);
}

test('A demo starts a stack and leaves it running, and a second demo waits for that start', async () => {
  const first = startDemo('--ports', 'auto');
  await untilPrinted(
    first,
    `No stack is running in ${state}. Starting one, which keeps running after the demo.`,
  );
  await until('the start to claim the folder', () => findSupervisor(stateFolderAt(state)) !== undefined);
  const second = startDemo();
  await untilPrinted(second, 'the API is at');
  process.kill(second.pid, 'SIGINT');
  expect(await second.ended).toBe(130);
  expect(second.output()).toMatch(
    /^A stack is starting in .+ \(process \d+\)\. Waiting until it's ready\.\n/,
  );
  const code = await first.ended;
  // The output says which step failed.
  expect([code, code === 0 ? '' : first.output().slice(-2_000)]).toEqual([0, '']);
  expect(first.output()).not.toContain('✗');
  expect(first.output()).toContain('The demo is done. The stack keeps running:');
  expect(first.output()).toContain(`npm stop -- --state ${state}`);
  const processes = everyProcess(state);
  expect(running(processes)).toHaveLength(processes.length);
}, 240_000);

test('Ctrl-C while the demo starts a stack stops that start with exit code 130', async () => {
  const demo = startDemo('--ports', 'auto');
  await untilPrinted(demo, 'ready on port');
  process.kill(demo.pid, 'SIGINT');
  expect(await demo.ended).toBe(130);
  expect(demo.output()).toMatch(/\nStopped\.\nStopped by SIGINT\.\n$/);
  expect(demo.output()).not.toMatch(/^\s+at /m);
  expect(running(everyProcess(state))).toEqual([]);
}, 90_000);

test('Ctrl-C while the demo waits for a start leaves that start alone', async () => {
  const start = startDemo('--ports', 'auto');
  await until('the start to claim the folder', () => findSupervisor(stateFolderAt(state)) !== undefined);
  const waiting = startDemo();
  await untilPrinted(waiting, "Waiting until it's ready");
  process.kill(waiting.pid, 'SIGINT');
  expect(await waiting.ended).toBe(130);
  expect(waiting.output()).toContain(`Stopped by SIGINT. A stack keeps running in ${state}.`);
  expect(findSupervisor(stateFolderAt(state))).toBeDefined();
  process.kill(start.pid, 'SIGINT');
  expect(await start.ended).toBe(130);
}, 90_000);
