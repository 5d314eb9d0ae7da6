import { isUtf8 } from 'node:buffer';
import { bulkLimits, type RowFault } from '../../domain/bulk-imports/bulk-import';
import { startRecord, type CsvRecord } from '../../domain/bulk-imports/csv-record';
import { readLines, type Line } from './text-lines';

/** A row of a file. */
export interface FileRow {
  /** As a spreadsheet counts: the first row is row 1. */
  readonly rowNumber: number;
  /** Those of a row that isn't UTF-8 are only good for finding the header. */
  readonly cells: readonly string[];
  /** Why the row can't be read; `null` if it can. */
  readonly fault: RowFault | null;
  /** Whether numbers that are dates count from January 1, 1904: in workbooks of old Macs. */
  readonly isDate1904?: boolean;
}

/** A row and its place in the file. */
export interface PlacedRow extends FileRow {
  /** Where the next row starts, in bytes from the start of the file. */
  readonly endByte: number;
}

/** Where to continue reading: the number of the next row and its first byte. */
export interface RowPosition {
  readonly row: number;
  readonly byte: number;
}

/** The start of a file. */
export const fileBegin: RowPosition = { row: 1, byte: 0 };

/** A record whose last line isn't read yet. */
interface OpenRecord {
  readonly record: CsvRecord;
  readonly lines: Line[];
  readonly bytes: number;
  readonly isReadable: boolean;
}

function decode(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8').replace(/^\ufeff/, '') : undefined;
}

const date = /^\s*"?\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?!\d)/;

/**
 * Whether a record of several lines is probably several rows between two stray quotes: its lines have equally
 * many cells, at least three, and a date in the same place.
 */
function swallowsRows({ lines }: OpenRecord, delimiter: string): boolean {
  const rows = lines.map(({ bytes }) => bytes.toString('latin1').split(delimiter));
  const [first = []] = rows;
  const isTable = rows.length > 1 && first.length >= 3 && rows.every(row => row.length === first.length);
  return isTable && first.some((_, at) => rows.every(row => date.test(row[at] ?? '')));
}

/**
 * Reads the rows of delimited text from a position on, so that memory holds only the stream's buffer and the
 * row. RFC 4180; a byte order mark, CRLF, and rows of unequal length are accepted. A fault costs its own row:
 * bytes that aren't UTF-8 (decoded, they would become question marks, and one name another), and a quote
 * that is misplaced, never closed, or closed in a later row, after which reading continues in the next line.
 * @param bytes the file from the position on
 */
export async function* readCsvRows(
  bytes: AsyncIterable<Buffer>,
  { from = fileBegin, delimiter = ',' }: { readonly from?: RowPosition; readonly delimiter?: string } = {},
): AsyncGenerator<PlacedRow> {
  let rowNumber = from.row;
  let open: OpenRecord | undefined;

  function row(line: Line, cells: readonly string[], fault: RowFault | null): PlacedRow {
    rowNumber += 1;
    return {
      rowNumber: rowNumber - 1,
      cells: fault === 'misquoted' ? [] : cells,
      fault,
      endByte: line.endByte,
    };
  }

  function begin(line: Line): PlacedRow | undefined {
    if (line.isTooLong) return row(line, [], 'tooLong');
    const text = decode(line.bytes);
    const record = startRecord(delimiter);
    // Latin-1 has a letter for every byte, and the same quotes and delimiters.
    const end = record.take(text ?? line.bytes.toString('latin1'));
    if (end === 'open')
      open = { record, lines: [line], bytes: line.bytes.length, isReadable: text !== undefined };
    if (end === 'open') return undefined;
    return row(line, record.cells, text === undefined ? 'notUtf8' : end === 'done' ? null : 'misquoted');
  }

  /** Ends an open record at its first line. @returns the lines to read again */
  function giveUp({ lines: [first, ...others] }: OpenRecord): [PlacedRow | undefined, Line[]] {
    open = undefined;
    return [first && row(first, [], 'misquoted'), others];
  }

  function goOn(before: OpenRecord, line: Line): PlacedRow | undefined | 'misquoted' {
    const size = before.bytes + line.bytes.length;
    if (line.isTooLong || size > bulkLimits.rowBytes) return 'misquoted';
    const text = decode(line.bytes);
    const isReadable = before.isReadable && text !== undefined;
    const end = before.record.take(text ?? line.bytes.toString('latin1'));
    if (end === 'misquoted') return 'misquoted';
    before.lines.push(line);
    if (end === 'done' && swallowsRows(before, delimiter)) {
      before.lines.pop();
      return 'misquoted';
    }
    open = end === 'open' ? { ...before, bytes: size, isReadable } : undefined;
    return end === 'open' ? undefined : row(line, before.record.cells, isReadable ? null : 'notUtf8');
  }

  function* rowsOf(given: readonly Line[], isLast: boolean): Generator<PlacedRow> {
    const queue = given.toReversed();
    while (queue.length > 0 || (isLast && open !== undefined)) {
      const line = queue.pop();
      const before: OpenRecord | undefined = open;
      const read = line === undefined ? 'misquoted' : before === undefined ? begin(line) : goOn(before, line);
      if (read !== 'misquoted') {
        if (read !== undefined) yield read;
        continue;
      }
      if (before === undefined) continue;
      const [faulty, others] = giveUp(before);
      if (faulty !== undefined) yield faulty;
      queue.push(...(line === undefined ? [] : [line]), ...others.toReversed());
    }
  }

  for await (const lines of readLines(bytes, bulkLimits.rowBytes, from.byte)) yield* rowsOf(lines, false);
  yield* rowsOf([], true);
}
