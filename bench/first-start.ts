import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFreshMachine, type FreshMachine, type Reach } from '../tools/fresh-machine/machine';
import type { Bench, BenchContext } from './bench';
import { median, type Figure } from './measure/figures';
import { loadAverage } from './measure/machine';

/** A start takes long and varies little, so three are enough. */
const starts = 3;
const cases = [
  { reach: 'releases', name: 'releases from a mirror', atMost: 40 },
  { reach: 'python and go', name: 'no releases', atMost: 60 },
] as const satisfies readonly { reach: Reach; name: string; atMost: number }[];

async function seconds(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** Starts with an empty cache and a new state folder each time. @returns the seconds of each start */
async function measure(
  machine: FreshMachine,
  folder: string,
  { name, reach }: (typeof cases)[number],
  { onEnd, tell }: BenchContext,
): Promise<number[]> {
  const took: number[] = [];
  for (let round = 1; round <= starts; round += 1) {
    const state = ['--state', join(folder, `state-${reach.replaceAll(' ', '-')}-${round}`)];
    const stop = (): Promise<void> => machine.run('npm', ['stop', '--silent', '--', ...state]);
    onEnd(stop);
    await machine.emptyCache();
    const start = ['start', '--silent', '--', '--detach', '--ports', 'auto', ...state];
    took.push(await seconds(() => machine.run('npm', start, reach)));
    tell(`${name}, ${round} of ${starts}: ${took.at(-1)?.toFixed(1)} s, load ${loadAverage().toFixed(1)}`);
    await stop();
  }
  return took;
}

/** Measures a newcomer's first start, with and without releases to download. */
export const firstStart: Bench = {
  name: 'first-start',
  purpose: 'the start of a clean clone with empty caches: with releases from a mirror, and without releases',
  run: async context => {
    const { isCheck, leaveOut, onEnd, tell } = context;
    if (isCheck) {
      leaveOut('first-start installs a clean clone on an empty machine, which takes minutes.');
      return [];
    }
    const folder = await mkdtemp(join(tmpdir(), 'recordwell-first-start-'));
    onEnd(() => rm(folder, { recursive: true, force: true }));
    const machine = await makeFreshMachine(folder, () => undefined);
    onEnd(() => machine.stop());
    const installed = await seconds(() => machine.run('npm', ['ci', '--silent']));
    tell(`npm ci: ${installed.toFixed(1)} s, load ${loadAverage().toFixed(1)}`);
    const figures: Figure[] = [{ name: 'first-start/npm ci', value: installed, unit: 's', bar: null }];
    for (const kind of cases) {
      const took = await measure(machine, folder, kind, context);
      const start = `first-start/${kind.name}`;
      figures.push(
        { name: `${start}, fastest`, value: Math.min(...took), unit: 's', bar: null },
        { name: `${start}, median`, value: median(took), unit: 's', bar: { atMost: kind.atMost } },
        { name: `${start}, slowest`, value: Math.max(...took), unit: 's', bar: { atMost: kind.atMost } },
      );
    }
    return figures;
  },
};
