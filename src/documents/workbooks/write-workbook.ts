import { Readable } from 'node:stream';
import { writeXlsxStream } from 'hucre/xlsx';
import type { CalendarDate } from '../../domain/clinical/calendar-date';

/** A day in a table, which a workbook stores as a date. */
export interface DayCell {
  readonly day: CalendarDate;
}

/** A cell of a table: a text, a number, or a day; `null` for an empty one. */
export type TableCell = string | number | DayCell | null;

/** A column of a table. */
export interface TableColumn {
  readonly name: string;
  /** In characters. */
  readonly width: number;
  /** Whether its numbers are days. */
  readonly isDay: boolean;
}

/** Rows that are written before others get a turn. */
const rowsAtOnce = 200;

/** Returns a text that XML can hold: no control characters, which Excel refuses to open. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}--[\t\n]]|[\uFFFE\uFFFF]/gv, '');
}

/** Returns a cell as the library takes it. A text is never a formula: formulas have a type of their own. */
function valueOf(cell: TableCell): string | number | Date | null {
  if (typeof cell === 'string') return printable(cell);
  return cell === null || typeof cell === 'number' ? cell : new Date(`${cell.day}T00:00:00Z`);
}

async function* valuesOf(rows: Iterable<readonly TableCell[]>) {
  let written = 0;
  for (const cells of rows) {
    yield cells.map(valueOf);
    written += 1;
    if (written % rowsAtOnce === 0) await new Promise(setImmediate);
  }
}

/**
 * Writes an Excel workbook with one sheet, row by row as it is read. Days are dates and numbers are numbers;
 * a text that starts with an equals sign stays a text. The first row has the names and stays in view.
 * @param sheetName at most 31 characters
 */
export function writeWorkbook(
  sheetName: string,
  columns: readonly TableColumn[],
  rows: Iterable<readonly TableCell[]>,
): Readable {
  const stream = writeXlsxStream(valuesOf(rows), {
    name: sheetName,
    columns: columns.map(({ name, width, isDay }) => ({
      header: name,
      width,
      ...(isDay ? { numFmt: 'mm/dd/yyyy' } : {}),
    })),
    freezePane: { rows: 1 },
  });
  return Readable.from(stream);
}
