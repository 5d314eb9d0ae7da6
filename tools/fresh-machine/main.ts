/**
 * Runs a newcomer's two commands, `npm ci && npm run demo`, and then tests, on a simulated fresh machine: a
 * clean clone of the last commit, an empty home, and a PATH with Node and what every system has.
 *
 *     node --require ./tools/tsx.cjs tools/fresh-machine/main.ts [--reach REACH] [TEST …]
 *
 * REACH is `releases` (the default: from a mirror of this machine's programs), or without releases `python
 * and go` or `go`, with this machine's tools. By default, it runs the tests of timers.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { explain } from '../../stack/run/stack-error';
import { makeFreshMachine, type Reach } from './machine';

const reaches: readonly Reach[] = ['releases', 'python and go', 'go'];
const testsDefault = ['test/stack/time-skipping.test.ts', 'test/workflows', 'test/domain/searches'];

async function main(): Promise<void> {
  const { values, positionals: chosen } = parseArgs({
    allowPositionals: true,
    options: { reach: { type: 'string', default: 'releases' } },
  });
  const reach = reaches.find(known => known === values.reach);
  if (reach === undefined) throw new Error(`--reach must be one of: ${reaches.join(', ')}.`);
  const folder = await mkdtemp(join(tmpdir(), 'recordwell-fresh-'));
  const machine = await makeFreshMachine(folder, line => console.log(`  ${line}`));
  const run = async (command: 'npm' | 'npx', ...args: readonly string[]): Promise<void> => {
    console.log(`$ ${[command, ...args].join(' ')}`);
    const started = performance.now();
    await machine.run(command, args, reach);
    console.log(`# ${((performance.now() - started) / 1000).toFixed(1)} s`);
  };
  const state = ['--state', join(folder, 'state')];
  try {
    await run('npm', 'ci');
    try {
      await run('npm', 'run', 'demo', '--', '--ports', 'auto', ...state);
      await run('npm', 'run', 'status', '--', ...state);
    } finally {
      await run('npm', 'stop', '--', ...state);
    }
    await run('npx', 'jest', ...(chosen.length === 0 ? testsDefault : chosen));
  } finally {
    await machine.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

void main().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = 1;
});
