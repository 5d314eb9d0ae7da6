// Objection: a row by its key, not on a hot path.
import type { Executor } from '../database';
import { SweepPositionModel } from '../models/sweep-position';

/** Returns where a sweep continues: the last key that it checked; `undefined` starts over. */
export async function findSweepPosition(executor: Executor, sweep: string): Promise<string | undefined> {
  const row = await SweepPositionModel.query(executor).findById(sweep);
  return row?.afterKey ?? undefined;
}

/**
 * Records where a sweep continues. Of two concurrent ones the later wins; each key is checked again
 * eventually.
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
