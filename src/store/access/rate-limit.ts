// SQL text: every request is counted, with a database function.
import type { Executor } from '../database';
import { named } from '../named';

/** The window in which at most `limit` requests are accepted. */
export const rateWindowMs = 60_000;

// The function keeps the times of the last accepted requests in a ring. A row lock orders the callers of a
// key, and the time is the database's, read after locking: no skew between processes, and no race between
// read and write. A refusal writes nothing. `ceil`, so that waiting that many whole seconds is enough.
/** The function's results, for a SELECT list. */
export const placeColumns = `taken_at_us as "takenAtUs", ceil(free_in_us / 1000000.0)::int as seconds,
  remaining, ceil(reset_in_us / 1000000.0)::int as "resetSeconds"`;

/** The rest of a window after a call. */
export interface Allowance {
  /** The number of calls that would be accepted now. */
  readonly remaining: number;
  /**
   * After how many whole seconds (at least 1) the oldest counted call leaves the window, making room for one
   * more.
   */
  readonly resetSeconds: number;
}

/** A row of `placeColumns`. */
export interface PlaceRow extends Allowance {
  readonly takenAtUs: number | null;
  readonly seconds: number | null;
}

const take = named<PlaceRow, { key: string; limit: number; windowUs: number }>(
  `select ${placeColumns} from take_rate_limit_place(:key, :limit::int, :windowUs::bigint)`,
);

/**
 * Whether a call was accepted: its time by the database's clock, or after how many whole seconds to retry.
 */
export type Place =
  | { readonly isTaken: true; readonly takenAtUs: number }
  | { readonly isTaken: false; readonly retryAfterSeconds: number };

function placeOf(row: PlaceRow | undefined): Place {
  const takenAtUs = row?.takenAtUs ?? null;
  return takenAtUs === null
    ? { isTaken: false, retryAfterSeconds: Math.max(1, row?.seconds ?? 1) }
    : { isTaken: true, takenAtUs };
}

/** Counts one call in a rolling window of any length: a minute in `takeFromRollingMinute`, less in tests. */
export async function takeFromRollingWindow(
  executor: Executor,
  key: string,
  limit: number,
  windowMs: number,
): Promise<Place> {
  return placeOf((await take.run(executor, { key, limit, windowUs: windowMs * 1_000 }))[0]);
}

/** Returns after how many whole seconds to retry; `undefined` if accepted. */
export function waitOf(row: PlaceRow): number | undefined {
  const place = placeOf(row);
  return place.isTaken ? undefined : place.retryAfterSeconds;
}

/**
 * Counts one call in a rolling minute, exactly: in every half-open interval of 60 seconds at most `limit`
 * calls with this key are accepted, across all processes (docs/decisions/0003).
 * @returns `undefined` if accepted, else the whole seconds (at least 1) after which to retry
 */
export async function takeFromRollingMinute(
  executor: Executor,
  key: string,
  limit: number,
): Promise<number | undefined> {
  const place = await takeFromRollingWindow(executor, key, limit, rateWindowMs);
  return place.isTaken ? undefined : place.retryAfterSeconds;
}

// A call that is being counted holds the row's lock; the time is checked again once it is released.
const prune = named<{ pruned: number }, { windowUs: number }>(`
  with silent as (
    delete from rate_limit
    where last_taken_at_us < (extract(epoch from clock_timestamp()) * 1000000)::bigint - :windowUs::bigint
    returning id
  ), emptied as (
    delete from rate_limit_place where rate_limit_id in (select id from silent)
  )
  select count(*)::int as pruned from silent
`);

/** Removes keys without calls for longer than the window. @returns how many */
export async function pruneRateLimits(executor: Executor): Promise<number> {
  return (await prune.run(executor, { windowUs: rateWindowMs * 1_000 }))[0]?.pruned ?? 0;
}
