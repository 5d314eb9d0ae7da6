import { open, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { OperatorError } from '../usecases/operator-error';

/** Rows to export, and the columns of the CSV file in order. */
export interface ExportedRows<Row extends object> {
  readonly rows: AsyncIterable<Row>;
  readonly columns: ReadonlyArray<keyof Row>;
}

/** The format of an export. */
export type RowsFormat = 'ndjson' | 'csv';

async function* jsonLines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

async function stream<Row extends object>(
  { rows, columns }: ExportedRows<Row>,
  format: RowsFormat,
  target: Writable,
  options: { readonly end: boolean },
): Promise<void> {
  if (format === 'ndjson') {
    await pipeline(Readable.from(jsonLines(rows)), target, options);
    return;
  }
  // Customers choose some IDs, so cells that a spreadsheet would run as a formula are escaped.
  const toCsv = stringify({
    header: true,
    columns: columns.map(String),
    escape_formulas: true,
    cast: { date: value => value.toISOString() },
  });
  await pipeline(Readable.from(rows), toCsv, target, options);
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/**
 * Writes rows to a new file (mode 0600), or to standard output, which stays open. If writing fails, the file
 * is removed, so that nobody mistakes part of an export for all of it.
 * @returns the number of rows
 * @throws OperatorError if the file already exists or can't be created
 */
export async function writeRows<Row extends object>(
  { rows, columns }: ExportedRows<Row>,
  format: RowsFormat,
  file: string | undefined,
  standardOutput: Writable,
): Promise<number> {
  let rowCount = 0;
  const counted = async function* (): AsyncGenerator<Row> {
    for await (const row of rows) {
      rowCount += 1;
      yield row;
    }
  };
  if (file === undefined) {
    await stream({ rows: counted(), columns }, format, standardOutput, { end: false });
    return rowCount;
  }
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw new OperatorError(
      hasCode(error, 'EEXIST')
        ? 'This file already exists. Choose another name.'
        : "The file can't be created. Check the folder and its permissions.",
      { cause: error },
    );
  });
  try {
    await stream({ rows: counted(), columns }, format, handle.createWriteStream(), { end: true });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return rowCount;
}
