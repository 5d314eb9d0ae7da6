import type { Readable } from 'node:stream';
import { bulkLimits, type BulkColumn, type BulkFailure } from '../../domain/bulk-imports/bulk-import';
import { matchHeader } from '../../domain/bulk-imports/match-header';
import { isBlankRow } from '../../domain/bulk-imports/read-cells';
import type { BulkImportKind } from '../../domain/bulk-imports/sheets';
import { bulkImportKey } from '../../files/key-layout';
import { findBulkImport, lockBulkImport, patchBulkImport } from '../../store/bulk-imports/bulk-imports';
import { runOwnChange, type FileParts } from '../change';
import { CsvFault, readCsvRows, type CsvPosition } from './csv-rows';

/** The result of surveying a file. */
export type FileSurvey =
  | {
      readonly kind: 'readable';
      readonly columns: readonly BulkColumn[];
      readonly rowCount: number;
      /** Where the rows below the header start. */
      readonly begin: CsvPosition;
    }
  | {
      readonly kind: 'unreadable';
      readonly failure: BulkFailure;
      readonly row: number | null;
      /** The recognized columns of the header. */
      readonly columns: readonly BulkColumn[];
    };

/** Reads a whole file without keeping it, so that an invalid file is rejected before any row is imported. */
export async function surveyBytes(kind: BulkImportKind, bytes: Readable): Promise<FileSurvey> {
  let header: { readonly columns: readonly BulkColumn[]; readonly begin: CsvPosition } | undefined;
  let rowCount = 0;
  const unreadable = (failure: BulkFailure, row: number | null): FileSurvey => ({
    kind: 'unreadable',
    failure,
    row,
    columns: header?.columns ?? [],
  });
  try {
    for await (const { rowNumber, cells, endByte } of readCsvRows(bytes)) {
      if (header === undefined) {
        const match = matchHeader(kind, cells);
        header = { columns: match.columns, begin: { row: rowNumber + 1, byte: endByte } };
        if (match.kind === 'failed') return unreadable(match.failure, rowNumber);
      } else if (!isBlankRow(cells)) {
        rowCount += 1;
        if (rowCount > bulkLimits.rows) return unreadable('tooManyRows', rowNumber);
      }
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    return unreadable(error.failure, error.row);
  }
  if (header === undefined) return unreadable('empty', null);
  return { kind: 'readable', ...header, rowCount };
}

/** The part of the survey that the workflow sees: numbers and names of reasons. */
export type SurveyResult =
  | { readonly kind: 'over' }
  | { readonly kind: 'failed'; readonly failure: BulkFailure; readonly row: number | null }
  | { readonly kind: 'readable'; readonly rowCount: number; readonly begin: CsvPosition };

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
  if ((await files.head(source)) === undefined) await files.copy(bulkImportKey(found, 'upload'), source);
  const facts = await files.head(source);
  if (facts !== undefined && facts.sizeBytes > bulkLimits.fileBytes)
    return { kind: 'failed', failure: 'tooLarge', row: null };
  const survey = await surveyBytes(found.kind, await files.read(source, 0));
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
