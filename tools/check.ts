/**
 * `npm run check`: everything but the tests: types, lint (type-aware), formatting, dependency rules,
 * spelling, phrases, and dead code. The steps are independent, so as many run in parallel as there are cores.
 * A step's output is shown only if it fails, so that a green run is a few lines.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { surviveClosedPipe } from '../src/platform/closed-pipe';

const steps: ReadonlyArray<{ name: string; command: string; args: readonly string[] }> = [
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  // Unchanged files that passed aren't read again; the cache is next to that of the types.
  { name: 'format', command: 'prettier', args: ['--check', '--cache', '--log-level', 'warn', '.'] },
  {
    name: 'boundaries',
    command: 'depcruise',
    args: [
      '--output-type',
      'err',
      'src',
      'workflows',
      'activities',
      'migrations',
      'test',
      'bench',
      'tools',
      'stack',
      'evaluation',
    ],
  },
  // `npx cspell --words-only --unique .` lists the names to add to cspell-words.txt.
  {
    name: 'spelling',
    command: 'cspell',
    args: ['--no-progress', '--no-summary', '--cache', '--cache-location', 'node_modules/.cache/cspell', '.'],
  },
  { name: 'phrases', command: 'tsx', args: ['tools/phrases.ts'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  // Without tests and tools: code that only they use isn't part of the product.
  { name: 'dead product', command: 'knip', args: ['--no-progress', '--production'] },
];

async function run(step: (typeof steps)[number]): Promise<boolean> {
  const started = performance.now();
  const child = spawn('npx', ['--no-install', step.command, ...step.args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number>(resolve => {
    child.on('error', error => {
      output += error.message;
      resolve(1);
    });
    child.on('close', exitCode => resolve(exitCode ?? 1));
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${step.name.padEnd(12)} ${seconds} s`);
  if (code !== 0) console.log(output);
  return code === 0;
}

async function main(): Promise<void> {
  const queue = [...steps];
  const results: boolean[] = [];
  const lane = async (): Promise<void> => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) results.push(await run(step));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  process.exitCode = results.every(Boolean) ? 0 : 1;
}

surviveClosedPipe();
void main();
