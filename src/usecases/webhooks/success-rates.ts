/** How many attempts to webhook endpoints succeeded lately. */
import type { Executor } from '../../store/database';
import { countAttempts } from '../../store/webhooks/success-rates';

const dayMs = 24 * 60 * 60 * 1000;
/** The most deliveries of an endpoint that are counted, the latest ones. */
const countedDeliveriesMax = 1_000;

/** The attempts of an endpoint in the last 24 hours, at least one. */
export interface SuccessRate {
  readonly attempts: number;
  readonly successes: number;
  /** Whether there were more, and only those of the latest deliveries are counted. */
  readonly areLatest: boolean;
}

/**
 * Returns the success rates of endpoints that the member sees, for events of the last 24 hours (CONSOLE-120),
 * by the uid of the endpoint. One without attempts has none.
 */
export async function readSuccessRates(
  executor: Executor,
  { companyUid }: { readonly companyUid: string },
  endpointUids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, SuccessRate>> {
  const since = new Date(now.getTime() - dayMs);
  const limit = countedDeliveriesMax + 1;
  const found = await countAttempts(executor, companyUid, { endpointUids, since, limit });
  return new Map(
    found.map(({ endpointUid, attempts, successes, deliveries }) => [
      endpointUid,
      { attempts, successes, areLatest: deliveries >= limit },
    ]),
  );
}
