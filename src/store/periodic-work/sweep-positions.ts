// Objection: a row by its key, none of it on a hot path.
import type { Executor } from '../database';
import { SweepPositionModel } from '../models/sweep-position';

/** Where a sweep goes on: the last key that it looked at; `undefined` begins anew. */
export async function findSweepPosition(executor: Executor, sweep: string): Promise<string | undefined> {
  const row = await SweepPositionModel.query(executor).findById(sweep);
  return row?.afterKey ?? undefined;
}

/**
 * Notes where a sweep goes on. Of two that come at once the later holds: each key is looked at again some
 * day.
 */
export async function moveSweepPosition(
  executor: Executor,
  sweep: string,
  afterKey: string | undefined,
  at: Date,
): Promise<void> {
  await SweepPositionModel.query(executor)
    .insert({ sweep, afterKey: afterKey ?? null, movedAt: at })
    .onConflict('sweep')
    .merge();
}
