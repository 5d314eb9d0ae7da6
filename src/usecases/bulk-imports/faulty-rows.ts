/** The rows of an import that failed, as a file to correct and upload again. */
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { faultyRowsDays, type BulkImport, type RowRemark } from '../../domain/bulk-imports/bulk-import';
import { faultColumn, labelOfField } from '../../domain/bulk-imports/mapping';
import { bulkFields, type BulkImportKind } from '../../domain/bulk-imports/sheets';
import { bulkImportKey } from '../../files/key-layout';
import type { ObjectStore } from '../../files/object-store';
import { findBulkImport, listFailedRows, type FailedRow } from '../../store/bulk-imports/bulk-imports';
import type { Executor } from '../../store/database';
import { fileBegin } from './csv-rows';
import { readStoredRows } from './stored-rows';

const pageRows = 1_000;

async function* failedRows(db: Executor, importUid: string): AsyncGenerator<FailedRow> {
  for (let last = 0; ;) {
    const page = await listFailedRows(db, importUid, last, pageRows);
    yield* page;
    if (page.length < pageRows) return;
    last = page.at(-1)?.rowNumber ?? last;
  }
}

/**
 * Returns a cell that no spreadsheet runs as a formula, and that is read like the original one: a phone
 * number and a text such as `="02139"` stay.
 */
function safeCell(cell: string): string {
  if (/^[+-]?[\d\s().-]*$/.test(cell) || /^="[^"]*"$/.test(cell)) return cell;
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

function remarkText(kind: BulkImportKind, rowNumber: number, errors: readonly RowRemark[]): string {
  const texts = errors.map(({ field, rule }) => {
    const known = bulkFields.find(name => name === field);
    return known === undefined ? `the row ${rule}` : `${labelOfField(kind, known)} ${rule}`;
  });
  return `Row ${rowNumber}: ${texts.join('; ')}`;
}

/** @yields the header and the rows that failed, each with what to fix, in the order of the file */
async function* faultyRows(
  db: Executor,
  files: ObjectStore,
  found: BulkImport,
): AsyncGenerator<readonly string[]> {
  const kept = [...found.columns.keys()].filter(index => found.columns[index]?.header !== faultColumn);
  const row = (cells: readonly string[], fault: string): readonly string[] => [
    ...kept.map(index => safeCell(cells[index] ?? '')),
    fault,
  ];
  yield row(
    found.columns.map(({ header }) => header),
    faultColumn,
  );
  const failed = failedRows(db, found.uid);
  let next = await failed.next();
  for await (const { rowNumber, cells } of readStoredRows(files, found, fileBegin)) {
    if (next.done === true) return;
    if (rowNumber !== next.value.rowNumber) continue;
    yield row(cells, remarkText(found.kind, rowNumber, next.value.errors));
    next = await failed.next();
  }
}

/**
 * Writes the rows that failed, with the columns of the file, as CSV. Only imports with chosen columns have
 * it: a member prepared them in the console, and corrects the rows there.
 * @returns whether there are such rows
 */
export async function writeFaultyRows(
  db: Executor,
  files: ObjectStore,
  { uid }: BulkImport,
): Promise<boolean> {
  const found = await findBulkImport(db, uid);
  if (found === undefined || found.mapping === null || found.failedCount === 0) return false;
  const toCsv = stringify({ bom: true, record_delimiter: 'windows' });
  // A source error reaches the stream that the store reads as the same error.
  pipeline(Readable.from(faultyRows(db, files, found)), toCsv, () => undefined);
  await files.write(bulkImportKey(found, 'faulty'), toCsv, 'text/csv; charset=utf-8');
  return true;
}

/** Returns when the file is removed: it is patient data, kept as long as it takes to correct it. */
export function removalOfFaultyRows(of: BulkImport, now: Date): { storageKey: string; dueAt: Date } {
  return {
    storageKey: bulkImportKey(of, 'faulty'),
    dueAt: new Date(now.getTime() + faultyRowsDays * 24 * 60 * 60 * 1000),
  };
}
