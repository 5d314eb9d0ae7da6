import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { BulkFailure, BulkImport, RowRemark } from '../../domain/bulk-imports/bulk-import';
import { bulkImportKey } from '../../files/key-layout';
import type { ObjectStore } from '../../files/object-store';
import type { Executor } from '../../store/database';
import {
  findBulkImport,
  listBulkImportRows,
  lockBulkImport,
  patchBulkImport,
  recountBulkImport,
} from '../../store/bulk-imports';
import { runChange, type Actor, type Change, type ChangeParts } from '../change';
import { resourceOf } from './create-bulk-import';

const actor: Actor = { principal: { kind: 'service', part: 'bulk import' }, requestId: null };
const pageRows = 1_000;

function told(remarks: readonly RowRemark[]): string {
  return remarks.map(({ field, rule }) => `${field}: ${rule}`).join('; ');
}

async function* resultRows(db: Executor, importUid: string): AsyncGenerator<Record<string, string | number>> {
  for (let last = 0; ;) {
    const page = await listBulkImportRows(db, importUid, last, pageRows);
    for (const { rowNumber, patientId, outcome, errors, warnings } of page) {
      yield {
        row: rowNumber,
        id: patientId ?? '',
        outcome,
        errors: told(errors),
        warnings: told(warnings),
      };
      last = rowNumber;
    }
    if (page.length < pageRows) return;
  }
}

/**
 * Writes the result as CSV: a line per row, with its number, the patient's id, the outcome and the remarks; no value of the file but
 * the id. A cell that a spreadsheet would run as a formula gets a quote mark, and a byte order mark tells it the encoding.
 */
async function writeResult(db: Executor, files: ObjectStore, importUid: string, key: string): Promise<void> {
  const toCsv = stringify({
    header: true,
    bom: true,
    columns: ['row', 'id', 'outcome', 'errors', 'warnings'],
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  // A fault on the way ends the stream that the store reads with it.
  pipeline(Readable.from(resultRows(db, importUid)), toCsv, () => undefined);
  await files.write(key, toCsv, 'text/csv; charset=utf-8');
}

type EndParts = ChangeParts & { readonly files: ObjectStore };

async function removeFiles({ files }: EndParts, of: BulkImport): Promise<void> {
  await files.remove(bulkImportKey(of, 'upload'));
  await files.remove(bulkImportKey(of, 'source'));
}

/**
 * Ends an import that is not done, from outside of its workflow, which then finds nothing more to do. No row is
 * done after it; those that were have their result. Safe to repeat.
 * @returns the import; it may have ended otherwise meanwhile. `undefined` when there is none
 */
export async function endImport(
  parts: EndParts,
  by: Actor,
  importUid: string,
  failure: Extract<BulkFailure, 'neverUploaded' | 'endedByProvider'>,
): Promise<BulkImport | undefined> {
  const { db, files, clock } = parts;
  const end = async (change: Change): Promise<BulkImport | undefined> => {
    const locked = await lockBulkImport(change.tx, importUid);
    const isMine =
      locked?.status === 'AwaitingUpload' || (locked?.status === 'Processing' && failure !== 'neverUploaded');
    if (locked === undefined || !isMine) return locked;
    const patch = { status: 'Failed', failure, finishedAt: change.now } as const;
    await change.audit('bulkImport.end', resourceOf(locked));
    return patchBulkImport(change.tx, locked, patch, change.now);
  };
  const ended = await runChange(parts, by, end);
  if (ended?.failure !== failure) return ended;
  const hasResult = (await recountBulkImport(db, importUid, clock.now())) > 0;
  if (hasResult) {
    await writeResult(db, files, importUid, bulkImportKey(ended, 'result'));
    await db.transaction(tx => patchBulkImport(tx, ended, { hasResult }, clock.now()));
  }
  await removeFiles(parts, ended);
  return ended;
}

/**
 * Ends an import: writes the result of the rows that were done, and removes the file, which is patient data that nobody
 * needs any more. Safe to repeat at any point.
 * @param fault why it ends early; `null` when every row was worked off
 */
export async function finishImport(
  parts: EndParts,
  importUid: string,
  fault: { readonly failure: BulkFailure; readonly row: number | null } | null,
): Promise<void> {
  const { db, files, clock } = parts;
  const found = await findBulkImport(db, importUid);
  if (found === undefined) return;
  if (found.status === 'Processing') {
    const hasResult = (await recountBulkImport(db, importUid, clock.now())) > 0 || fault === null;
    if (hasResult) await writeResult(db, files, importUid, bulkImportKey(found, 'result'));
    await runChange(parts, actor, async change => {
      const locked = await lockBulkImport(change.tx, importUid);
      if (locked?.status !== 'Processing') return;
      const end = fault === null ? { status: 'Completed' as const } : { status: 'Failed' as const };
      const { failure, row } = fault ?? { failure: null, row: null };
      const patch = { ...end, failure, failureRow: row, hasResult, finishedAt: change.now };
      await patchBulkImport(change.tx, locked, patch, change.now);
      await change.audit('bulkImport.finish', resourceOf(locked));
    });
  }
  await removeFiles(parts, found);
}
