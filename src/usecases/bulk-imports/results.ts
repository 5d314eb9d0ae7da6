import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { OperatorPrincipal } from '../../access/principal';
import {
  endFromOutside,
  finish,
  mayEnd,
  uploadWithinHours,
  type BulkFault,
  type BulkImport,
  type OutsideEnd,
  type RowRemark,
} from '../../domain/bulk-imports/bulk-import';
import { idFields, type BulkImportKind } from '../../domain/bulk-imports/sheets';
import { bulkImportKey } from '../../files/key-layout';
import type { ObjectStore } from '../../files/object-store';
import {
  findBulkImport,
  listBulkImportRows,
  listOverdueImports,
  lockBulkImport,
  patchBulkImport,
  recountBulkImport,
} from '../../store/bulk-imports/bulk-imports';
import type { Executor } from '../../store/database';
import { insertObjectRemovals } from '../../store/files/object-removals';
import { resource, runChange, runOwnChange, type Change, type FileParts } from '../change';
import { handleEvery } from '../every-item';
import { OperatorError } from '../operator-error';
import { getOpenImport, noticeBulkUpload } from './bulk-imports';
import { removalOfFaultyRows, writeFaultyRows } from './faulty-rows';

const pageRows = 1_000;

function remarkText(remarks: readonly RowRemark[]): string {
  return remarks.map(({ field, rule }) => `${field}: ${rule}`).join('; ');
}

async function* resultRows(
  db: Executor,
  { uid: importUid, kind }: BulkImport,
): AsyncGenerator<Record<string, string | number>> {
  for (let last = 0; ;) {
    const page = await listBulkImportRows(db, importUid, last, pageRows);
    for (const { rowNumber, patientId, outcome, errors, warnings, madeUids } of page) {
      yield {
        row: rowNumber,
        [idFields[kind]]: patientId ?? '',
        outcome,
        errors: remarkText(errors),
        warnings: remarkText(warnings),
        recordRequests: madeUids.join('; '),
      };
      last = rowNumber;
    }
    if (page.length < pageRows) return;
  }
}

/** The result columns for what a row created, by the kind of file. */
const madeColumns: Readonly<Record<BulkImportKind, readonly string[]>> = {
  patients: [],
  recordRequests: ['recordRequests'],
};

/**
 * Writes the result as CSV: a line per row with its number, the patient's id, the outcome, and the remarks;
 * no value of the file but the id. A cell that a spreadsheet would run as a formula is quoted, and a byte
 * order mark states the encoding.
 */
async function writeResult(db: Executor, files: ObjectStore, of: BulkImport): Promise<void> {
  const toCsv = stringify({
    header: true,
    bom: true,
    columns: ['row', idFields[of.kind], 'outcome', 'errors', 'warnings', ...madeColumns[of.kind]],
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  // A source error reaches the stream that the store reads as the same error.
  pipeline(Readable.from(resultRows(db, of)), toCsv, () => undefined);
  await files.write(bulkImportKey(of, 'result'), toCsv, 'text/csv; charset=utf-8');
}

async function removeFiles({ files }: FileParts, of: BulkImport): Promise<void> {
  await files.remove(bulkImportKey(of, 'upload'));
  await files.remove(bulkImportKey(of, 'source'));
  await files.remove(bulkImportKey(of, 'rows'));
  await files.remove(bulkImportKey(of, 'start'));
}

/** Marks an import as ended from outside its workflow, if possible. @returns the import afterward */
async function markEnded(
  change: Change,
  importUid: string,
  failure: OutsideEnd,
): Promise<BulkImport | undefined> {
  const locked = await lockBulkImport(change.tx, importUid);
  if (locked === undefined || !mayEnd(locked, failure)) {
    change.unaudited('the import has already ended');
    return locked;
  }
  const ended = await patchBulkImport(change.tx, locked, endFromOutside(failure, change.now), change.now);
  await change.audit(resource('bulkImport', locked), 'bulkImport.end', {
    status: { from: locked.status, to: ended.status },
  });
  return ended;
}

/**
 * Completes an import that was ended from outside: writes the result of the finished rows and removes the
 * file. No row is imported afterward. Safe to repeat.
 */
async function completeEnd(parts: FileParts, ended: BulkImport): Promise<void> {
  const { db, files, clock } = parts;
  const hasResult = (await recountBulkImport(db, ended.uid, clock.now())) > 0;
  if (hasResult) {
    await writeResult(db, files, ended);
    await runOwnChange(parts, 'bulk import', 'bulkImport.end', async change => {
      change.unaudited("the audit row of the import's end covers it");
      await patchBulkImport(change.tx, ended, { hasResult }, change.now);
    });
  }
  await removeFiles(parts, ended);
}

/**
 * Ends an import manually. One that was ended manually before is completed again, in case the first time was
 * interrupted.
 * @throws OperatorError as `getOpenImport`
 */
export async function endImportByHand(
  parts: FileParts,
  principal: OperatorPrincipal,
  form: { readonly companyId: string; readonly importUid: string },
): Promise<void> {
  const { uid } = await getOpenImport(parts.db, form.companyId, form.importUid);
  const act = { principal, requestId: null, event: 'bulkImport.end' };
  const ended = await runChange(parts, act, change => markEnded(change, uid, 'endedByProvider'));
  if (ended?.failure !== 'endedByProvider') throw new OperatorError('The bulk import has already finished.');
  await completeEnd(parts, ended);
}

const overdueAtOnce = 100;

/**
 * Ends the imports whose file never arrived, each after a last check. A file uploaded later is never read;
 * the sweep removes it. Several processes may run this at once.
 */
export async function endOverdueImports(parts: FileParts): Promise<void> {
  const before = new Date(parts.clock.now().getTime() - uploadWithinHours * 60 * 60 * 1000);
  await handleEvery(await listOverdueImports(parts.db, before, overdueAtOnce), async uid => {
    if (await noticeBulkUpload(parts, uid)) return;
    const ended = await runOwnChange(parts, 'housekeeping', 'bulkImport.end', change =>
      markEnded(change, uid, 'neverUploaded'),
    );
    if (ended?.failure === 'neverUploaded') await completeEnd(parts, ended);
  });
}

/**
 * Ends an import: writes the result of the finished rows and removes the file, which is patient data that
 * nobody needs anymore. Safe to repeat at any point.
 */
export async function finishImport(
  parts: FileParts,
  { importUid, fault }: { readonly importUid: string; readonly fault: BulkFault | null },
): Promise<void> {
  const { db, files, clock } = parts;
  const found = await findBulkImport(db, importUid);
  if (found === undefined) return;
  if (found.status === 'Processing') {
    const hasResult = (await recountBulkImport(db, importUid, clock.now())) > 0 || fault === null;
    if (hasResult) await writeResult(db, files, found);
    const hasFaultyRows = hasResult && (await writeFaultyRows(db, files, found));
    await runOwnChange(parts, 'bulk import', 'bulkImport.finish', async change => {
      const locked = await lockBulkImport(change.tx, importUid);
      if (locked?.status !== 'Processing') return change.unaudited('the import has ended in the meantime');
      const after = finish(fault, { hasResult, hasFaultyRows }, change.now);
      if (hasFaultyRows) await insertObjectRemovals(change.tx, [removalOfFaultyRows(found, change.now)]);
      const { status: to } = await patchBulkImport(change.tx, locked, after, change.now);
      await change.audit(resource('bulkImport', locked), 'bulkImport.finish', {
        status: { from: locked.status, to },
      });
    });
  }
  await removeFiles(parts, found);
}
