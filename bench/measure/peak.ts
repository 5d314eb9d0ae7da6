import type { BenchContext } from '../bench';
import { drawMixedCall, mixedStatuses } from '../world/mixed-calls';
import type { BenchPatient } from '../world/population';
import { runClosedLoad } from './closed-load';
import { median } from './quantiles';

const peakRounds = 3;
/** More than a connection sends in a round; idempotency keys are not used twice. */
const perConnection = 1_000;

/** The most of the mixed calls that an API answers a second: the median of three rounds after a warm-up. */
export async function measurePeak(
  { seconds, tell }: BenchContext,
  url: string,
  patients: readonly BenchPatient[],
): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round <= peakRounds; round += 1) {
    const requests = () => Array.from({ length: perConnection }, () => drawMixedCall(patients));
    const { perSecond } = await runClosedLoad(url, requests, { seconds, expect: mixedStatuses });
    if (round > 0) rates.push(perSecond);
  }
  const peak = median(rates);
  tell(`peak: ${peak.toFixed(0)} requests a second`);
  return peak;
}
