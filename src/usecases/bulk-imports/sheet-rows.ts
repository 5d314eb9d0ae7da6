import { bulkLimits, type BulkFailure } from '../../domain/bulk-imports/bulk-import';
import { delimiterOf } from '../../domain/bulk-imports/header-search';
import type { BulkImportKind } from '../../domain/bulk-imports/sheets';
import { readWorkbookRows, WorkbookFault } from '../../documents/workbooks/workbook-rows';
import { readCsvRows, type FileRow } from './csv-rows';

/** A row of a spreadsheet, as uploaded. */
export interface SheetRow extends FileRow {
  /** The number of its sheet, from 0 on. A text has one sheet. */
  readonly sheet: number;
}

/** A file that can't be read. Its message contains no value. */
export class SheetFault extends Error {
  override readonly name = 'SheetFault';
  readonly isMessageSafe = true;

  constructor(readonly failure: BulkFailure) {
    super(`the file can't be read: ${failure}`);
  }
}

/** The start of a file, in which the format and the header are looked for. */
const startBytes = 64 * 1024;

/** Returns the start of a stream, and the whole stream again. */
async function startOf(
  bytes: AsyncIterable<Buffer>,
): Promise<{ readonly start: Buffer; readonly whole: AsyncIterable<Buffer> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  for (let size = 0; size < startBytes;) {
    const next = await iterator.next();
    if (next.done === true) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  const start = Buffer.concat(chunks);
  async function* whole(): AsyncGenerator<Buffer> {
    try {
      yield start;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { start, whole: whole() };
}

const marks = {
  // A ZIP file; of Excel's formats, .xlsx and .xlsm.
  workbook: Buffer.from('PK\u0003\u0004', 'latin1'),
  // A compound file: .xls, and an .xlsx with a password.
  oldWorkbook: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
} as const;

/** How files start that people take for tables: PDF, PNG, JPEG, and TIFF. */
const notTables = ['%PDF-', '\u0089PNG', '\u00ff\u00d8\u00ff', 'II*\0', 'MM\0*'].map(mark =>
  Buffer.from(mark, 'latin1'),
);

function beginsWith(start: Buffer, mark: Buffer): boolean {
  return start.subarray(0, mark.length).equals(mark);
}

/** Returns the UTF-16 of a text by its byte order mark, or by the zeros that every other letter then has. */
function utf16Of(start: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const sample = [...start.subarray(0, 512)];
  const zeros = (odd: number): number =>
    sample.filter((byte, index) => index % 2 === odd && byte === 0).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  return even > sample.length / 4 && odd === 0 ? 'utf-16be' : undefined;
}

async function* asUtf8(bytes: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

async function* without(bytes: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of bytes) {
    yield chunk.subarray(Math.min(left, chunk.length));
    left -= Math.min(left, chunk.length);
  }
}

async function* textRows(kind: BulkImportKind, bytes: AsyncIterable<Buffer>): AsyncGenerator<SheetRow> {
  const { start, whole } = await startOf(bytes);
  const text = start.toString('utf8').replace(/^\ufeff/, '');
  // Excel's own line about the delimiter, which it doesn't show as a row.
  const [line = '', stated] = /^"?sep=([^\r\n"])"?[^\r\n]*(?:\r\n|\n|\r)/i.exec(text) ?? [];
  const delimiter = stated ?? delimiterOf(kind, text);
  const skipped = line === '' ? 0 : Buffer.byteLength(line) + start.length - Buffer.byteLength(text);
  for await (const { rowNumber, cells, fault } of readCsvRows(without(whole, skipped), { delimiter }))
    yield { sheet: 0, rowNumber, cells, fault };
}

async function* workbookRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<SheetRow> {
  const { workbookBytes: unzippedBytes, workbookSheets: sheets, columns, cellLength } = bulkLimits;
  try {
    for await (const row of readWorkbookRows(bytes, { unzippedBytes, sheets, columns, cellLength }))
      yield { ...row, fault: null };
  } catch (error) {
    throw error instanceof WorkbookFault ? new SheetFault(error.refusal) : error;
  }
}

/**
 * Reads the rows of a spreadsheet by what its bytes are, whatever its name: an Excel workbook (.xlsx), or
 * text in UTF-8 or UTF-16 separated by commas, semicolons, tabs, or vertical bars. A `sep=` line isn't a
 * row.
 * @throws SheetFault if the file can't be read
 */
export async function* readSheetRows(
  kind: BulkImportKind,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<SheetRow> {
  const { start, whole } = await startOf(bytes);
  if (beginsWith(start, marks.oldWorkbook)) throw new SheetFault('oldWorkbook');
  if (notTables.some(mark => beginsWith(start, mark))) throw new SheetFault('notATable');
  if (beginsWith(start, marks.workbook)) yield* workbookRows(whole);
  else {
    const encoding = utf16Of(start);
    yield* textRows(kind, encoding === undefined ? whole : asUtf8(whole, encoding));
  }
}
