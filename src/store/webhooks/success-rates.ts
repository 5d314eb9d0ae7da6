// SQL text: the newest deliveries of several endpoints are read from their index at once.
import { firstUuidv7Of } from '../../platform/ids';
import type { Executor } from '../database';
import { plannedEachTime } from '../named';

/** How many attempts to an endpoint there were, and how many were acknowledged. */
export interface CountedAttempts {
  readonly endpointUid: string;
  readonly attempts: number;
  readonly successes: number;
  /** The deliveries that these attempts belong to. */
  readonly deliveries: number;
}

interface CountParams {
  readonly companyUid: string;
  readonly endpointUids: readonly string[];
  readonly firstUid: string;
  readonly limit: number;
}

/**
 * The statement of the counts, for the test of its plan. Attempts are only read for deliveries that had
 * several: of a single one, the status says the result.
 */
export const countStatement = plannedEachTime<CountedAttempts, CountParams>(`
  select e.uid as "endpointUid", sum(d.attempts)::int as attempts, sum(d.successes)::int as successes,
    count(*)::int as deliveries
  from unnest(:endpointUids::uuid[]) e(uid) cross join lateral (
    select d.attempts, case when d.attempts = 1 then (d.status = 'succeeded')::int else (
      select count(*) from webhook_attempt a where a.delivery_uid = d.uid and a.ended_at is not null
        and a.failure is null and coalesce(a.http_status, 200) between 200 and 299
    ) end as successes
    from webhook_delivery d
    where d.company_uid = :companyUid and d.endpoint_uid = e.uid and d.uid >= :firstUid and d.attempts > 0
    order by d.uid desc limit :limit
  ) d
  group by e.uid
`);

/**
 * Counts the attempts to endpoints of a company, for deliveries of events since an instant. An endpoint
 * without any isn't returned.
 * @param limit the most deliveries of each endpoint, newest event first
 */
export async function countAttempts(
  executor: Executor,
  companyUid: string,
  wanted: { readonly endpointUids: readonly string[]; readonly since: Date; readonly limit: number },
): Promise<CountedAttempts[]> {
  const { endpointUids, since, limit } = wanted;
  if (endpointUids.length === 0) return [];
  return countStatement.run(executor, { companyUid, endpointUids, firstUid: firstUuidv7Of(since), limit });
}
