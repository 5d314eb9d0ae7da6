import { bulkLimits, type BulkColumn, type BulkFailure } from './bulk-import';
import { startRecord } from './csv-record';
import { matchHeader, mayHaveNames, recognizedFields } from './match-header';
import { isBlankRow } from './read-cells';
import type { BulkImportKind } from './sheets';

/** A header that was found, or the row that is most like one and why it can't be used. */
export type FoundHeader =
  | { readonly kind: 'matched'; readonly row: number; readonly columns: readonly BulkColumn[] }
  | {
      readonly kind: 'failed';
      readonly failure: BulkFailure;
      readonly row: number;
      readonly columns: readonly BulkColumn[];
    };

/** A search for the header, row by row: titles and blank rows can be above it. */
export interface HeaderSearch {
  /** Looks at the next row. @returns the columns if it is the header */
  readonly look: (row: number, cells: readonly string[]) => readonly BulkColumn[] | undefined;
  /** Whether no further row can be the header. */
  readonly isOver: () => boolean;
  /** Returns the best row so far; `undefined` if there was none. */
  readonly best: () => FoundHeader | undefined;
}

/** Starts a search. */
export function searchHeader(kind: BulkImportKind): HeaderSearch {
  let looks = 0;
  let best: FoundHeader | undefined;
  return {
    look: (row, cells) => {
      if (isBlankRow(cells) || looks >= bulkLimits.headerRows || best?.kind === 'matched') return undefined;
      looks += 1;
      const match = matchHeader(kind, cells);
      const known = best === undefined ? -1 : recognizedFields(best.columns);
      const isBetter =
        match.kind === 'matched' ||
        recognizedFields(match.columns) > known ||
        // A file that isn't text says so in any of its first lines.
        (match.failure === 'notUtf8' && known <= 0);
      if (isBetter) best = { ...match, row };
      return match.kind === 'matched' ? match.columns : undefined;
    },
    isOver: () => looks >= bulkLimits.headerRows,
    best: () => best,
  };
}

const delimiters = [',', ';', '\t', '|'];

function rankOf(header: FoundHeader | undefined): number {
  if (header === undefined) return 0;
  return (header.kind === 'matched' ? 1_000 : 0) + recognizedFields(header.columns);
}

/** Returns the delimiter that separates the most names in a line; a comma if none does. */
function delimiterOfNames(lines: readonly string[]): string {
  const named = lines.slice(0, bulkLimits.headerRows).map(line => {
    const counts = delimiters.map(delimiter => {
      const record = startRecord(delimiter);
      return record.take(line) === 'done' && mayHaveNames(record.cells) ? record.cells.length : 0;
    });
    const most = Math.max(...counts);
    return { delimiter: delimiters[counts.indexOf(most)] ?? ',', most };
  });
  return named.reduce((best, other) => (other.most > best.most ? other : best), { delimiter: ',', most: 1 })
    .delimiter;
}

/**
 * Returns the delimiter of a text by how much of a header it shows: a comma, semicolon, tab, or vertical bar.
 * @param start the first lines of the text
 */
export function delimiterOf(kind: BulkImportKind, start: string): string {
  const lines = start.split(/(?<=\n)|(?<=\r)(?!\n)/);
  const ranks = delimiters.map(delimiter => {
    const search = searchHeader(kind);
    let record = startRecord(delimiter);
    for (const line of lines) {
      if (search.isOver()) break;
      const end = record.take(line);
      if (end === 'open') continue;
      if (end === 'done') search.look(1, record.cells);
      record = startRecord(delimiter);
    }
    return rankOf(search.best());
  });
  const best = Math.max(...ranks);
  return best === 0 ? delimiterOfNames(lines) : (delimiters[ranks.indexOf(best)] ?? ',');
}
