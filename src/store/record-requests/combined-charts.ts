// Objection: rows by key, not on a hot path.
import type { Executor, Transaction } from '../database';
import { CombinedChartModel, type CombinedChartRow } from '../models/combined-chart';
import { insertFile, listStoredFiles, type StoredFile } from '../files/stored-files';
import { valuesOf } from '../table';

/** The facts of a combined chart in addition to its file. */
export type ChartFacts = Omit<CombinedChartRow, 'fileUid'>;

/** Stores a combined chart. The caller holds the lock of its record request, and removed the previous one. */
export async function insertCombinedChart(
  tx: Transaction,
  file: StoredFile,
  facts: ChartFacts,
): Promise<void> {
  await insertFile(tx, file);
  await CombinedChartModel.query(tx).insert(valuesOf(CombinedChartModel, { ...facts, fileUid: file.uid }));
}

/** Returns the combined chart of a record request. */
export async function findCombinedChart(
  executor: Executor,
  recordRequestUid: string,
): Promise<StoredFile | undefined> {
  // They all have the same name, so there is at most one.
  return (await listStoredFiles(executor, recordRequestUid, 'combined'))[0];
}

/** Returns the source of a combined chart. */
export async function findMadeFrom(executor: Executor, fileUid: string): Promise<string | undefined> {
  return (await CombinedChartModel.query(executor).findById(fileUid))?.madeFrom;
}
