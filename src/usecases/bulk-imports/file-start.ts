/** The first rows of a file, which show what its columns hold before anything is imported. */
import { bulkLimits, type BulkFailure, type ColumnMapping } from '../../domain/bulk-imports/bulk-import';
import { searchHeader, type FoundHeader, type HeaderSearch } from '../../domain/bulk-imports/header-search';
import { previewRows } from '../../domain/bulk-imports/import-draft';
import { withoutRepeats } from '../../domain/bulk-imports/mapping';
import { mayHaveNames, namedColumns, recognizedFields } from '../../domain/bulk-imports/match-header';
import { isBlankRow } from '../../domain/bulk-imports/read-cells';
import type { BulkImportKind } from '../../domain/bulk-imports/sheets';
import type { FileRow } from './csv-rows';
import { readSheetRows, SheetFault, type SheetRow } from './sheet-rows';

/** A row below the header. */
export type StartRow = Pick<FileRow, 'rowNumber' | 'cells' | 'fault' | 'isDate1904'>;

/** The header and the first rows of a file, or why it can't be read. */
export type FileStart =
  | { readonly kind: 'readable'; readonly header: ColumnMapping; readonly rows: readonly StartRow[] }
  | { readonly kind: 'unreadable'; readonly failure: BulkFailure };

/** How many rows are read to find a header. A whole file would take too long for a page. */
const searchedRows = 5_000;
/** The nonblank rows of a sheet that are kept: those that may be the header, and those below it. */
const keptRows = bulkLimits.headerRows + previewRows;

/** The first rows of a sheet. */
interface SheetStart {
  readonly search: HeaderSearch;
  readonly rows: SheetRow[];
}

/** Reads sheets until a header is found and the rows below it are read. */
async function readSheets(
  kind: BulkImportKind,
  bytes: AsyncIterable<Buffer>,
): Promise<readonly SheetStart[]> {
  const sheets = new Map<number, SheetStart>();
  let looked = 0;
  for await (const row of readSheetRows(kind, bytes)) {
    const begun = sheets.get(row.sheet) ?? { search: searchHeader(kind), rows: [] };
    const found = [...sheets.values()].find(({ search }) => search.best()?.kind === 'matched');
    if (found !== undefined && found !== begun) break;
    sheets.set(row.sheet, begun);
    looked += 1;
    if (isBlankRow(row.cells) && row.fault === null) continue;
    begun.search.look(row.rowNumber, row.cells);
    if (begun.rows.length < keptRows) begun.rows.push(row);
    else if (found !== undefined) break;
    if (looked >= searchedRows) break;
  }
  return [...sheets.values()];
}

/** Returns the row with the most names, if none of the names is known. */
function likeliestHeader(sheets: readonly SheetStart[]): SheetRow | undefined {
  const candidates = sheets.flatMap(({ rows }) =>
    rows.slice(0, bulkLimits.headerRows).filter(({ cells, fault }) => fault === null && mayHaveNames(cells)),
  );
  const namesIn = ({ cells }: SheetRow): number => cells.filter(cell => cell.trim() !== '').length;
  return candidates.reduce<SheetRow | undefined>(
    (best, row) => (best === undefined || namesIn(row) > namesIn(best) ? row : best),
    undefined,
  );
}

function knownIn(best: FoundHeader | undefined): number {
  return best === undefined ? 0 : recognizedFields(best.columns) + (best.kind === 'matched' ? 1_000 : 0);
}

/** Returns the header by its known names, or else the row that has the most names. */
function headerOf(sheets: readonly SheetStart[]): SheetRow | undefined {
  const best = sheets.toSorted((a, b) => knownIn(b.search.best()) - knownIn(a.search.best()))[0];
  const known = best?.search.best();
  if (best === undefined || known === undefined || knownIn(known) < 2) return likeliestHeader(sheets);
  const row = best.rows.find(({ rowNumber }) => rowNumber === known.row);
  return row !== undefined && (known.kind === 'matched' || mayHaveNames(row.cells))
    ? row
    : likeliestHeader(sheets);
}

/** Reads where the header of a file is, which fields its columns are taken for, and the first 20 rows. */
export async function readFileStart(kind: BulkImportKind, bytes: AsyncIterable<Buffer>): Promise<FileStart> {
  const unreadable = (failure: BulkFailure): FileStart => ({ kind: 'unreadable', failure });
  try {
    const sheets = await readSheets(kind, bytes);
    const failures = sheets.map(({ search }) => search.best());
    if (failures.some(best => best?.kind === 'failed' && best.failure === 'notUtf8'))
      return unreadable('notUtf8');
    const header = headerOf(sheets);
    if (header === undefined)
      return unreadable(sheets.some(({ rows }) => rows.length > 0) ? 'columnMissing' : 'empty');
    const columns = namedColumns(kind, header.cells);
    if (columns.length > bulkLimits.columns) return unreadable('tooManyColumns');
    const { sheet, rowNumber: row } = header;
    const rows = sheets
      .flatMap(found => found.rows)
      .filter(found => found.sheet === sheet && found.rowNumber > row)
      .slice(0, previewRows)
      .map(({ sheet: _sheet, ...found }) => found);
    return { kind: 'readable', header: { sheet, row, columns: withoutRepeats(kind, columns) }, rows };
  } catch (error) {
    if (error instanceof SheetFault) return unreadable(error.failure);
    throw error;
  }
}
