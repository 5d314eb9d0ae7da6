// Objection: rows by key, none of it on a hot path.
import type { Executor, Transaction } from '../database';
import { CombinedChartModel, type CombinedChartRow } from '../models/combined-chart';
import { insertFile, listStoredFiles, type StoredFile } from '../files/stored-files';
import { valuesOf } from '../table';

/** What a combined chart is beside a file. */
export type ChartFacts = Omit<CombinedChartRow, 'fileUid'>;

/**
 * Puts a combined chart on record. The caller holds the lock of its record request, and has taken the one
 * before away.
 */
export async function insertCombinedChart(
  tx: Transaction,
  file: StoredFile,
  facts: ChartFacts,
): Promise<void> {
  await insertFile(tx, file);
  await CombinedChartModel.query(tx).insert(valuesOf(CombinedChartModel, { ...facts, fileUid: file.uid }));
}

/** The combined chart of a record request. */
export async function findCombinedChart(
  executor: Executor,
  recordRequestUid: string,
): Promise<StoredFile | undefined> {
  // All of them have one name, so there is one at most.
  return (await listStoredFiles(executor, recordRequestUid, 'combined'))[0];
}

/** What a combined chart was made from. */
export async function findMadeFrom(executor: Executor, fileUid: string): Promise<string | undefined> {
  return (await CombinedChartModel.query(executor).findById(fileUid))?.madeFrom;
}
