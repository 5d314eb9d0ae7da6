import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processesFileSchema, stateFolderAt } from '../stack/run/state-folder';
import type { Bench, BenchContext } from './bench';
import { median } from './measure/figures';
import { memoryOf, withDescendants } from './measure/machine';

const root = join(__dirname, '..');
/** The time for the processes to settle after a start, before their memory is measured. */
const restMs = 20_000;

function npm(clone: string, args: readonly string[]): void {
  execFileSync('npm', [...args], { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
}

function seconds(work: () => void): number {
  const startedAt = performance.now();
  work();
  return (performance.now() - startedAt) / 1000;
}

async function parentsOfAll(): Promise<ReadonlyMap<number, number>> {
  const parents = new Map<number, number>();
  for (const pid of (await readdir('/proc')).filter(name => /^\d+$/.test(name))) {
    // The fourth field; the second one is a name in parentheses that may contain anything (proc(5)).
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (stat !== '') parents.set(Number(pid), parent);
  }
  return parents;
}

async function memoryAtRest(state: string): Promise<number> {
  await delay(restMs);
  const text = await readFile(stateFolderAt(state).processesFile, 'utf8');
  const { supervisor, children } = processesFileSchema.parse(JSON.parse(text));
  const pids = [supervisor.pid, ...children.map(({ identity }) => identity.pid)];
  return memoryOf(withDescendants(pids, await parentsOfAll()));
}

async function temporaryFolder({ onEnd }: BenchContext, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `recordwell-${name}-`));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Measures a newcomer's start, and the memory used afterward. */
export const startup: Bench = {
  name: 'startup',
  purpose: 'the start of a clean clone of the last commit with cached binaries; memory at rest',
  run: async context => {
    const { isCheck, leaveOut, rounds, tell } = context;
    if (isCheck) {
      leaveOut('startup installs a clean clone, which takes minutes; docs:run starts the same stack.');
      return [];
    }
    const clone = join(await temporaryFolder(context, 'clone'), 'recordwell');
    execFileSync('git', ['clone', '--quiet', root, clone]);
    const installed = seconds(() => npm(clone, ['ci', '--silent']));
    tell(`npm ci: ${installed.toFixed(1)} s`);
    const figures = { first: [] as number[], second: [] as number[], memory: [] as number[] };
    // The first start in a clone bundles the workflows. A newcomer waits for that, so it's measured
    // separately.
    let afterClone = Number.NaN;
    for (let round = 0; round <= rounds; round += 1) {
      const state = await temporaryFolder(context, 'state');
      const start = (): number =>
        seconds(() =>
          npm(clone, ['start', '--silent', '--', '--detach', '--state', state, '--ports', 'auto']),
        );
      const stop = (): void => npm(clone, ['stop', '--silent', '--', '--state', state]);
      context.onEnd(async () => stop());
      const first = start();
      const memory = round === 0 ? Number.NaN : await memoryAtRest(state);
      stop();
      const second = start();
      stop();
      if (round === 0) afterClone = first;
      else {
        figures.first.push(first);
        figures.second.push(second);
        figures.memory.push(memory);
      }
      tell(
        `${round === 0 ? 'after the clone' : `round ${round} of ${rounds}`}: ${first.toFixed(1)} s, ` +
          `then ${second.toFixed(1)} s`,
      );
    }
    return [
      { name: 'startup/npm ci', value: installed, unit: 's', bar: null },
      { name: 'startup/first in a clone', value: afterClone, unit: 's', bar: { atMost: 10 } },
      { name: 'startup/first on a new state', value: median(figures.first), unit: 's', bar: { atMost: 10 } },
      {
        name: 'startup/second on the same state',
        value: median(figures.second),
        unit: 's',
        bar: { atMost: 10 },
      },
      { name: 'startup/memory at rest', value: median(figures.memory), unit: 'MiB', bar: null },
    ];
  },
};
