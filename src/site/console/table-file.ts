/** The exported file of a list: CSV, or an Excel workbook with the same cells. */
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { usDate, type CalendarDate } from '../../domain/clinical/calendar-date';
import { writeWorkbook, type TableCell } from '../../documents/workbooks/write-workbook';
import type { Reply } from '../reply';
import { queryChoice } from './list-query';

/** A column of an exported list. */
export interface FileColumn<Row> {
  readonly name: string;
  readonly of: (row: Row) => TableCell;
  /** In characters; 14 by default. */
  readonly width?: number;
  readonly isDay?: boolean;
  /** How many decimals a number has as text. */
  readonly decimals?: number;
}

/** The kinds of files. */
const kinds = ['csv', 'xlsx'] as const;

/** The query that names the kind of a file. */
export const fileForm = z.object({
  as: queryChoice(kinds, 'kind of file').transform(text => kinds.find(kind => kind === text) ?? 'csv'),
});

/** Returns a column of calendar dates. */
export function dayColumn<Row>(name: string, of: (row: Row) => CalendarDate | null): FileColumn<Row> {
  const cell = (day: CalendarDate | null): TableCell => (day === null ? null : { day });
  return { name, of: row => cell(of(row)), isDay: true };
}

function csvText(cell: TableCell, decimals: number | undefined): string {
  if (cell === null) return '';
  if (typeof cell === 'number' && decimals !== undefined) return cell.toFixed(decimals);
  return typeof cell === 'object' ? usDate(cell.day) : String(cell);
}

/** Returns the file as CSV. A cell that a spreadsheet would run as a formula gets a quotation mark. */
function csvOf<Row>(columns: ReadonlyArray<FileColumn<Row>>, rows: readonly Row[]): string {
  return stringify(
    rows.map(row => columns.map(({ of, decimals }) => csvText(of(row), decimals))),
    {
      columns: columns.map(({ name }) => name),
      header: true,
      bom: true,
      escape_formulas: true,
      record_delimiter: 'windows',
    },
  );
}

function* cellsOf<Row>(
  columns: ReadonlyArray<FileColumn<Row>>,
  rows: readonly Row[],
): Generator<readonly TableCell[]> {
  for (const row of rows) yield columns.map(({ of }) => of(row));
}

/** Returns the file of a list to download. @param name of the file and its sheet, without patient data */
export function tableReply<Row>(
  name: string,
  columns: ReadonlyArray<FileColumn<Row>>,
  { rows, as }: { readonly rows: readonly Row[]; readonly as: (typeof kinds)[number] },
): Reply {
  if (as === 'csv') return { kind: 'csv', text: csvOf(columns, rows), fileName: `${name}.csv` };
  const heads = columns.map(({ name: head, width = 14, isDay = false }) => ({ name: head, width, isDay }));
  const content = writeWorkbook(name, heads, cellsOf(columns, rows));
  return { kind: 'workbook', content, fileName: `${name}.xlsx` };
}
