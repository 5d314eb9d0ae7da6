import type { Executor, Transaction } from '../database';
import { CombinedChartModel, type CombinedChartRow } from '../models/combined-chart';
import { named } from '../named';
import { insertFile, listStoredFiles, type StoredFile } from '../files/stored-files';
import { insert, valuesOf } from '../table';

/** What a combined chart is beside a file. */
export type ChartFacts = Omit<CombinedChartRow, 'fileUid'>;

const insertRow = named<never, CombinedChartRow>(insert(CombinedChartModel));

/** Puts a combined chart on record. The caller holds the lock of its record request, and has taken the one before away. */
export async function insertCombinedChart(
  tx: Transaction,
  file: StoredFile,
  facts: ChartFacts,
): Promise<void> {
  await insertFile(tx, file);
  await insertRow.run(tx, valuesOf(CombinedChartModel, { ...facts, fileUid: file.uid }));
}

/** The combined chart of a record request. */
export async function findCombinedChart(
  executor: Executor,
  recordRequestUid: string,
): Promise<StoredFile | undefined> {
  // All of them have one name, so there is one at most.
  return (await listStoredFiles(executor, recordRequestUid, 'combined'))[0];
}

const madeFromOf = named<Pick<CombinedChartRow, 'madeFrom'>, { fileUid: string }>(
  'select made_from as "madeFrom" from combined_chart where file_uid = :fileUid',
);

/** What a combined chart was made from. */
export async function findMadeFrom(executor: Executor, fileUid: string): Promise<string | undefined> {
  return (await madeFromOf.run(executor, { fileUid }))[0]?.madeFrom;
}
