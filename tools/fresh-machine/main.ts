/**
 * The two commands on a fresh machine: `npm ci && npm start`, then tests of timers, in a clean clone of the
 * last commit, with an empty home, a PATH of Node and what every system has, and a mirror of the programs
 * that this machine has.
 *
 *     node --require ./tools/tsx.cjs tools/fresh-machine/main.ts [TEST …]
 *
 * By default the tests of timers.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explain } from '../../stack/run/stack-error';
import { makeFreshMachine } from './machine';

const testsDefault = ['test/stack/time-skipping.test.ts', 'test/workflows', 'test/domain/searches'];

async function main(): Promise<void> {
  const chosen = process.argv.slice(2);
  const folder = await mkdtemp(join(tmpdir(), 'recordwell-fresh-'));
  const machine = await makeFreshMachine(folder, line => console.log(`  ${line}`));
  const run = async (command: 'npm' | 'npx', ...args: readonly string[]): Promise<void> => {
    console.log(`$ ${[command, ...args].join(' ')}`);
    const started = performance.now();
    await machine.run(command, args);
    console.log(`# ${((performance.now() - started) / 1000).toFixed(1)} s`);
  };
  const state = ['--state', join(folder, 'state')];
  try {
    await run('npm', 'ci');
    try {
      await run('npm', 'start', '--', '--detach', '--ports', 'auto', ...state);
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
