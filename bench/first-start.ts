import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFreshMachine } from '../tools/fresh-machine/machine';
import type { Bench } from './bench';
import { median } from './measure/figures';
import { loadAverage } from './measure/machine';

async function seconds(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** What a newcomer waits for whose machine has Node and nothing else. */
export const firstStart: Bench = {
  name: 'first-start',
  purpose:
    'a clean clone on a machine with Node alone until it is ready; programs from a mirror, cache emptied',
  run: async ({ isCheck, leaveOut, onEnd, rounds, tell }) => {
    if (isCheck) {
      leaveOut('first-start installs a clean clone on an empty machine, which takes minutes.');
      return [];
    }
    const folder = await mkdtemp(join(tmpdir(), 'recordwell-first-start-'));
    onEnd(() => rm(folder, { recursive: true, force: true }));
    const machine = await makeFreshMachine(folder, () => undefined);
    onEnd(() => machine.stop());
    const installed = await seconds(() => machine.run('npm', ['ci', '--silent']));
    tell(`npm ci: ${installed.toFixed(1)} s, load average ${loadAverage().toFixed(1)}`);
    const starts: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const state = ['--state', join(folder, `state-${round}`)];
      const stop = (): Promise<void> => machine.run('npm', ['stop', '--silent', '--', ...state]);
      onEnd(stop);
      await machine.emptyCache();
      const start = ['start', '--silent', '--', '--detach', '--ports', 'auto', ...state];
      const took = await seconds(() => machine.run('npm', start));
      starts.push(took);
      tell(`round ${round} of ${rounds}: ${took.toFixed(1)} s, load average ${loadAverage().toFixed(1)}`);
      await stop();
    }
    return [
      { name: 'first-start/npm ci', value: installed, unit: 's', bar: null },
      { name: 'first-start/cache emptied', value: median(starts), unit: 's', bar: { atMost: 40 } },
      { name: 'first-start/slowest', value: Math.max(...starts), unit: 's', bar: { atMost: 40 } },
    ];
  },
};
