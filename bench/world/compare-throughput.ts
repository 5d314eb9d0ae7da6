import type { BenchContext } from '../bench';
import { cpuMsOf } from '../measure/cpu-time';
import { runClosedLoad } from '../measure/closed-load';
import type { LoadRequest } from '../measure/request';
import { measureInTurns, type RoundFigures } from '../measure/rounds';
import type { HttpServer } from './server';

/** Measures the throughput of two servers in turn under the same load, and tells what a request costs each. */
export function compareThroughput(
  { rounds, seconds, tell }: BenchContext,
  servers: { readonly ours: HttpServer; readonly comparator: HttpServer },
  load: { readonly requests: () => readonly LoadRequest[]; readonly expect: number },
): Promise<RoundFigures> {
  const measure = async ({ url, pid }: HttpServer): Promise<number> => {
    const before = cpuMsOf(pid);
    const { perSecond } = await runClosedLoad(url, load.requests, { seconds, expect: [load.expect] });
    const perRequest = (cpuMsOf(pid) - before) / (perSecond * seconds);
    tell(`${perRequest.toFixed(3)} ms of processor time a request`);
    return perSecond;
  };
  return measureInTurns(
    { ours: () => measure(servers.ours), comparator: () => measure(servers.comparator) },
    rounds,
    tell,
  );
}
