import { bulkLimits } from '../../domain/bulk-imports/bulk-import';
import { bulkImportKey } from '../../files/key-layout';
import type { ObjectStore } from '../../files/object-store';
import type { BulkImport } from '../../domain/bulk-imports/bulk-import';
import { readCsvRows, type FileRow, type PlacedRow, type RowPosition } from './csv-rows';
import { readLines } from './text-lines';

/** The most bytes of a stored row: every character of a long row can be escaped. */
const storedRowBytes = 16 * bulkLimits.rowBytes;

/** A row as the survey stores it: a line of JSON, so that reading can begin at any row. */
type StoredRow = Pick<FileRow, 'rowNumber' | 'cells' | 'fault' | 'isDate1904'>;

/** Returns the line of a row. */
export function storedLine({ rowNumber, cells, fault, isDate1904 = false }: FileRow): string {
  const row: StoredRow = { rowNumber, cells: fault === null ? cells : [], fault };
  return `${JSON.stringify(isDate1904 ? { ...row, isDate1904 } : row)}\n`;
}

/**
 * Reads the rows that the survey of an import stored, from a position on. An import that was surveyed before
 * rows were stored is read from its file, which then is CSV in UTF-8.
 */
export async function* readStoredRows(
  files: ObjectStore,
  found: BulkImport,
  from: RowPosition,
): AsyncGenerator<PlacedRow> {
  const rows = bulkImportKey(found, 'rows');
  if ((await files.head(rows)) === undefined) {
    yield* readCsvRows(await files.read(bulkImportKey(found, 'source'), from.byte), { from });
    return;
  }
  for await (const lines of readLines(await files.read(rows, from.byte), storedRowBytes, from.byte))
    // We wrote it.
    for (const { bytes, endByte } of lines)
      yield { ...(JSON.parse(bytes.toString('utf8')) as StoredRow), endByte };
}
