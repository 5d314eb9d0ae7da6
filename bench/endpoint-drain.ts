import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './bench';
import { median, type Figure } from './measure/figures';
import { addPatients } from './world/population';
import { measureDeliveries } from './world/receiver';
import { openWholeService, type WholeService } from './world/scenes';

/** Events of one turn. */
const turnCount = 500;
/** Events that are pending at once. */
const backlogCount = 5_000;

/** Returns the most memory that a process has had, in megabytes. */
function peakMegabytes(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_000;
}

/** Returns how often the worker waited in vain for a connection to the database. */
function poolTimeouts({ services }: WholeService): number {
  const log = readFileSync(join(services.folder, 'worker.log'), 'utf8');
  return log.split('KnexTimeoutError').length - 1;
}

/** Measures whether a backlog drains at the speed of the service, however few endpoints it is for. */
export const endpointDrain: Bench = {
  name: 'endpoint-drain',
  purpose: 'the rate at which a backlog of one endpoint, and of three, drains, compared with one of fifty',
  run: async context => {
    const service = await openWholeService(context);
    const { companies, services, workerPid } = service;
    const { rounds, sized, tell } = context;
    const [count, backlog] = [sized(turnCount, 40), sized(backlogCount, 120)];
    const [one, three] = [companies.slice(0, 1), companies.slice(0, 3)];
    await addPatients(services, three, Math.ceil(backlog / 3));
    await measureDeliveries(service, count);
    const rates: Record<'spread' | 'one', number[]> = { spread: [], one: [] };
    for (let round = 1; round <= rounds; round += 1) {
      rates.spread.push(await measureDeliveries(service, count));
      rates.one.push(await measureDeliveries(service, count, one));
      tell(
        `round ${round}: ${rates.spread.at(-1)?.toFixed(1)} spread, ${rates.one.at(-1)?.toFixed(1)} for one`,
      );
    }
    const ofThree = await measureDeliveries(service, backlog, three);
    tell(`${backlog} for three: ${ofThree.toFixed(1)} deliveries a second`);
    const spread = median(rates.spread);
    const ratio = (rate: number): Pick<Figure, 'value' | 'unit'> => ({
      value: rate / spread,
      unit: 'of the rate of fifty endpoints',
    });
    return [
      { name: 'endpoint-drain/one endpoint', ...ratio(median(rates.one)), bar: { atLeast: 0.8 } },
      { name: 'endpoint-drain/three endpoints', ...ratio(ofThree), bar: { atLeast: 0.7 } },
      { name: 'endpoint-drain/fifty endpoints', value: spread, unit: 'deliveries/s', bar: null },
      {
        name: 'endpoint-drain/pool timeouts',
        value: poolTimeouts(service),
        unit: 'in the log of the worker',
        bar: { atMost: 0 },
      },
      {
        name: 'endpoint-drain/memory',
        value: peakMegabytes(workerPid),
        unit: 'MB at most in the worker',
        bar: { atMost: 1_000 },
      },
    ];
  },
};
