import { Readable } from 'node:stream';
import {
  bulkLimits,
  type BulkColumn,
  type BulkFailure,
  type BulkImport,
  type ColumnMapping,
} from '../../domain/bulk-imports/bulk-import';
import { searchHeader, type FoundHeader } from '../../domain/bulk-imports/header-search';
import { namedColumns, recognizedFields } from '../../domain/bulk-imports/match-header';
import { isBlankRow } from '../../domain/bulk-imports/read-cells';
import type { BulkImportKind } from '../../domain/bulk-imports/sheets';
import { bulkImportKey } from '../../files/key-layout';
import type { ObjectStore } from '../../files/object-store';
import { findBulkImport, lockBulkImport, patchBulkImport } from '../../store/bulk-imports/bulk-imports';
import { runOwnChange, type FileParts } from '../change';
import type { FileRow, RowPosition } from './csv-rows';
import { readSheetRows, SheetFault, type SheetRow } from './sheet-rows';
import { storedLine } from './stored-rows';

/** How much is written at a time. */
const storedChunk = 256 * 1024;

/** The result of surveying a file. */
export type FileSurvey =
  | {
      readonly kind: 'readable';
      readonly columns: readonly BulkColumn[];
      readonly rowCount: number;
      /** Where the rows below the header start in the stored rows. */
      readonly begin: RowPosition;
    }
  | {
      readonly kind: 'unreadable';
      readonly failure: BulkFailure;
      readonly row: number | null;
      /** The recognized columns of the header. */
      readonly columns: readonly BulkColumn[];
    };

/** Looks for a further sheet with the header of the one that is read, and a row below it. */
function watchOtherSheets(kind: BulkImportKind, header: readonly BulkColumn[]): (row: SheetRow) => boolean {
  const namesOf = (columns: readonly BulkColumn[]): string =>
    JSON.stringify(
      columns.flatMap(each => (each.header === '' ? [] : [each.header.toLowerCase()])).toSorted(),
    );
  const fieldsOf = (columns: readonly BulkColumn[]): string =>
    JSON.stringify(columns.flatMap(({ field }) => field ?? []).toSorted());
  const named = namedColumns(
    kind,
    header.map(each => each.header),
  );
  let [sheet, looks, isFound] = [-1, 0, false];
  return ({ sheet: number, cells }) => {
    if (isBlankRow(cells)) return false;
    if (number !== sheet) [sheet, looks, isFound] = [number, 0, false];
    if (isFound) return true;
    looks += 1;
    if (looks > bulkLimits.headerRows) return false;
    const columns = namedColumns(kind, cells);
    const isSame = recognizedFields(named) >= 2 && fieldsOf(columns) === fieldsOf(named);
    isFound = isSame || namesOf(columns) === namesOf(named);
    return false;
  };
}

/**
 * Reads a whole file without keeping it, so that an unusable file is rejected before any row is imported.
 * Above the header, there may be titles and blank rows; in a workbook, the first sheet with a header is read,
 * and a second one with the same columns fails the file: its rows would be missing without a word.
 * @param mapping the columns as a member chose them, and where their header is
 * @yields the nonblank rows below the header, also those that can't be read
 */
export async function* surveyRows(
  kind: BulkImportKind,
  bytes: AsyncIterable<Buffer>,
  mapping: ColumnMapping | null = null,
): AsyncGenerator<FileRow, FileSurvey> {
  let header:
    { readonly columns: readonly BulkColumn[]; readonly sheet: number; readonly row: number } | undefined;
  let search = searchHeader(kind);
  let [sheet, rowCount] = [0, 0];
  let best: FoundHeader | undefined;
  let isAnotherList: ReturnType<typeof watchOtherSheets> | undefined;
  const unreadable = (
    failure: BulkFailure,
    row: number | null,
    columns = header?.columns ?? [],
  ): FileSurvey => ({ kind: 'unreadable', failure, row, columns });
  try {
    for await (const row of readSheetRows(kind, bytes)) {
      if (header === undefined && mapping !== null) {
        const { columns, ...place } = mapping;
        if (row.sheet === place.sheet && row.rowNumber === place.row) header = { columns, ...place };
        continue;
      }
      if (header === undefined) {
        if (row.sheet !== sheet) [search, sheet] = [searchHeader(kind), row.sheet];
        const columns = search.look(row.rowNumber, row.cells);
        best = best === undefined || sheet === 0 ? search.best() : best;
        if (columns !== undefined) header = { columns, sheet, row: row.rowNumber };
        continue;
      }
      if (row.sheet !== header.sheet) {
        isAnotherList ??= watchOtherSheets(kind, header.columns);
        if (row.sheet > header.sheet && isAnotherList(row)) return unreadable('severalSheets', null);
        continue;
      }
      if (row.fault === null && isBlankRow(row.cells)) continue;
      rowCount += 1;
      if (rowCount > bulkLimits.rows) return unreadable('tooManyRows', row.rowNumber);
      yield row;
    }
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error;
    return unreadable(error.failure, null);
  }
  if (header !== undefined)
    return { kind: 'readable', columns: header.columns, rowCount, begin: { row: header.row + 1, byte: 0 } };
  return best?.kind === 'failed'
    ? unreadable(best.failure, best.row, best.columns)
    : unreadable('empty', null);
}

/** The part of the survey that the workflow sees: numbers and names of reasons. */
export type SurveyResult =
  | { readonly kind: 'over' }
  | { readonly kind: 'failed'; readonly failure: BulkFailure; readonly row: number | null }
  | { readonly kind: 'readable'; readonly rowCount: number; readonly begin: RowPosition };

/** Surveys a file, and stores its rows as lines of their own. */
async function storeRows(files: ObjectStore, found: BulkImport, bytes: Readable): Promise<FileSurvey> {
  const rows = surveyRows(found.kind, bytes, found.mapping);
  let survey: FileSurvey | undefined;
  async function* lines(): AsyncGenerator<Buffer> {
    let held = '';
    for (let next = await rows.next(); ; next = await rows.next()) {
      if (next.done === true) {
        survey = next.value;
        if (held !== '') yield Buffer.from(held);
        return;
      }
      held += storedLine(next.value);
      if (held.length < storedChunk) continue;
      yield Buffer.from(held);
      held = '';
    }
  }
  await files.write(bulkImportKey(found, 'rows'), Readable.from(lines()), 'application/x-ndjson');
  if (survey === undefined) throw new Error('a survey ended without a result');
  return survey;
}

/**
 * Copies the uploaded file to where the customer's URL can't replace it, and surveys the copy. Safe to
 * repeat: the first copy is kept.
 */
export async function surveyFile(
  parts: FileParts,
  { importUid }: { readonly importUid: string },
): Promise<SurveyResult> {
  const { db, files } = parts;
  const found = await findBulkImport(db, importUid);
  if (found?.status !== 'Processing') return { kind: 'over' };
  const source = bulkImportKey(found, 'source');
  const { draftUid } = found;
  const given =
    draftUid === null ? bulkImportKey(found, 'upload') : bulkImportKey({ ...found, uid: draftUid }, 'source');
  if ((await files.head(source)) === undefined) await files.copy(given, source);
  const facts = await files.head(source);
  if (facts !== undefined && facts.sizeBytes > bulkLimits.fileBytes)
    return { kind: 'failed', failure: 'tooLarge', row: null };
  const survey = await storeRows(files, found, await files.read(source, 0));
  const { columns } = survey;
  const rowCount = survey.kind === 'readable' ? survey.rowCount : null;
  await runOwnChange(parts, 'bulk import', 'bulkImport.survey', async change => {
    change.unaudited("reading the header isn't anyone's action: the upload and the end are audited");
    const locked = await lockBulkImport(change.tx, importUid);
    if (locked !== undefined) await patchBulkImport(change.tx, locked, { columns, rowCount }, change.now);
  });
  return survey.kind === 'readable'
    ? { kind: 'readable', rowCount: survey.rowCount, begin: survey.begin }
    : { kind: 'failed', failure: survey.failure, row: survey.row };
}
