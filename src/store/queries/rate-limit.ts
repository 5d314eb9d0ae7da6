import type { Executor } from '../database';
import { named } from '../named';

/** The window in which at most `limit` requests are accepted. */
export const rateWindowMs = 60_000;

// The row holds the times of the last accepted requests. Its lock orders the callers and the clock is the
// database's, read after the lock: no skew between processes, no read-then-write race. A refusal writes nothing.
const take = named<{ takenAtUs: number }>(`
  insert into rate_limit as r (key, hits)
  values (?, array[(extract(epoch from clock_timestamp()) * 1000000)::bigint])
  on conflict (key) do update
    set hits = r.hits[greatest(cardinality(r.hits) - ?::int + 2, 1):] || (extract(epoch from clock_timestamp()) * 1000000)::bigint
    where cardinality(r.hits) < ?::int
      or r.hits[cardinality(r.hits) - ?::int + 1] <= (extract(epoch from clock_timestamp()) * 1000000)::bigint - ?::bigint
  returning hits[cardinality(hits)] as "takenAtUs"
`);

const untilFree = named<{ seconds: number }>(`
  select ceil((hits[cardinality(hits) - ?::int + 1] + ?::bigint
    - extract(epoch from clock_timestamp()) * 1000000) / 1000000)::int as seconds
  from rate_limit where key = ?
`);

/** Whether a place was free: when it was taken on the database's clock, or after how many whole seconds one is free. */
export type Place =
  | { readonly isTaken: true; readonly takenAtUs: number }
  | { readonly isTaken: false; readonly retryAfterSeconds: number };

/** One place of a rolling window of any length; the product's window is `takeFromRollingMinute`, the tests' are shorter. */
export async function takeFromRollingWindow(
  executor: Executor,
  key: string,
  limit: number,
  windowMs: number,
): Promise<Place> {
  const windowUs = windowMs * 1_000;
  const [taken] = await take.run(executor, [key, limit, limit, limit, windowUs]);
  if (taken !== undefined) return { isTaken: true, takenAtUs: taken.takenAtUs };
  const [row] = await untilFree.run(executor, [limit, windowUs, key]);
  return { isTaken: false, retryAfterSeconds: Math.max(1, row?.seconds ?? 1) };
}

/**
 * Takes one place of a rolling minute, exactly: in every half-open interval of 60 seconds at most `limit` calls with
 * this key are accepted, over all processes (docs/decisions/0003).
 * @returns `undefined` when accepted, else the whole seconds (at least 1) after which a place is free
 */
export async function takeFromRollingMinute(
  executor: Executor,
  key: string,
  limit: number,
): Promise<number | undefined> {
  const place = await takeFromRollingWindow(executor, key, limit, rateWindowMs);
  return place.isTaken ? undefined : place.retryAfterSeconds;
}

const prune = named<{ key: string }>(`
  delete from rate_limit where hits[cardinality(hits)] < (extract(epoch from clock_timestamp()) * 1000000)::bigint - ?::bigint
  returning key
`);

/** Removes keys that have been silent for longer than the window. @returns how many */
export async function pruneRateLimits(executor: Executor): Promise<number> {
  return (await prune.run(executor, [rateWindowMs * 1_000])).length;
}
