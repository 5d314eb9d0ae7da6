// Objection: rows by key. SQL text: counts for the alarm.
import type { Executor, Transaction } from '../database';
import {
  ChartCheckModel,
  ReturnedAnswerModel,
  type ChartCheck,
  type ReturnedAnswer,
} from '../models/chart-check';
import { StoredFileModel } from '../models/stored-file';
import { changesOf, valuesOf } from '../table';

export type { ChartCheck, ReturnedAnswer } from '../models/chart-check';

/** Stores the check of a file, in place of an earlier one. The caller holds the record request's lock. */
export async function putChartCheck(tx: Transaction, check: ChartCheck): Promise<void> {
  await ChartCheckModel.query(tx).insert(valuesOf(ChartCheckModel, check)).onConflict('file_uid').merge();
}

/** Stores the decision on a check. The caller holds the lock of its record request. */
export async function updateChartCheck(tx: Transaction, check: ChartCheck): Promise<void> {
  await ChartCheckModel.query(tx).findById(check.fileUid).patch(changesOf(ChartCheckModel, check));
}

/** Returns the checks of files, by their uids; none for a file that wasn't checked. */
export async function findChartChecks(
  executor: Executor,
  fileUids: readonly string[],
): Promise<ReadonlyMap<string, ChartCheck>> {
  const found: readonly ChartCheck[] =
    fileUids.length === 0 ? [] : await ChartCheckModel.query(executor).whereIn('file_uid', [...fileUids]);
  return new Map(found.map(check => [check.fileUid, check]));
}

/** Stores the answer that waits, in place of an earlier one. The caller holds the lock of its request. */
export async function putReturnedAnswer(tx: Transaction, answer: ReturnedAnswer): Promise<void> {
  await ReturnedAnswerModel.query(tx)
    .insert(valuesOf(ReturnedAnswerModel, answer))
    .onConflict('record_request_uid')
    .merge();
}

/** Returns the answer that waits for the files of a record request. */
export async function findReturnedAnswer(
  executor: Executor,
  recordRequestUid: string,
): Promise<ReturnedAnswer | undefined> {
  return ReturnedAnswerModel.query(executor).findById(recordRequestUid);
}

/** Deletes the answer that waits. The caller holds the lock of the record request. */
export async function deleteReturnedAnswer(tx: Transaction, recordRequestUid: string): Promise<void> {
  await ReturnedAnswerModel.query(tx).deleteById(recordRequestUid);
}

/** The number of returned files that aren't released. */
export interface Unreleased {
  /** Not read yet. */
  readonly arrivals: number;
  /** Read, and naming another person. */
  readonly held: number;
}

/** Counts the returned files that aren't released: of a record request, or of all. */
export async function countUnreleased(executor: Executor, recordRequestUid?: string): Promise<Unreleased> {
  const query = StoredFileModel.query(executor).whereIn('area', ['arrivals', 'held']);
  if (recordRequestUid !== undefined) void query.where('record_request_uid', recordRequestUid);
  const counted = await query
    .select('area')
    .count('* as files')
    .groupBy('area')
    .castTo<ReadonlyArray<{ readonly area: string; readonly files: number }>>();
  const of = (area: string): number => counted.find(each => each.area === area)?.files ?? 0;
  return { arrivals: of('arrivals'), held: of('held') };
}

/** Lists the record requests with files that arrived before an instant and aren't read. */
export async function listUnreadRequests(executor: Executor, before: Date, limit: number): Promise<string[]> {
  const found = await StoredFileModel.query(executor)
    .distinct('record_request_uid')
    .where('area', 'arrivals')
    .where('created_at', '<', before)
    .limit(limit)
    .castTo<ReadonlyArray<{ readonly recordRequestUid: string }>>();
  return found.map(({ recordRequestUid }) => recordRequestUid);
}
