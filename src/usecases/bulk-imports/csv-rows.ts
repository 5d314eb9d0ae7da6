import { pipeline, Transform, type Readable } from 'node:stream';
import { CsvError, parse, type InfoRecord } from 'csv-parse';
import { bulkLimits, type BulkFailure } from '../../domain/bulk-imports/bulk-import';

/** A row of a CSV file. */
export interface CsvRow {
  /** As a spreadsheet counts: the header is row 1. */
  readonly rowNumber: number;
  readonly cells: readonly string[];
  /** Where the next row begins, in bytes from the begin of the file. */
  readonly endByte: number;
}

/** Where to read on: the number of the next row and its first byte. */
export interface CsvPosition {
  readonly row: number;
  readonly byte: number;
}

/** The begin of a file. */
export const csvBegin: CsvPosition = { row: 1, byte: 0 };

/** A file that cannot be read on; its message and row tell no value. */
export class CsvFault extends Error {
  override readonly name = 'CsvFault';
  readonly isMessageSafe = true;

  constructor(
    readonly failure: BulkFailure,
    readonly row: number,
  ) {
    super(`the file cannot be read: ${failure}`);
  }
}

class NotUtf8 extends Error {
  override readonly name = 'NotUtf8';
}

/**
 * Refuses bytes that are not UTF-8: decoded, they would become question marks, and one name would become
 * another.
 */
function utf8Only(): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const fault = (bytes?: Buffer): Error | null => {
    try {
      if (bytes === undefined) decoder.decode();
      else decoder.decode(bytes, { stream: true });
      return null;
    } catch {
      return new NotUtf8();
    }
  };
  return new Transform({
    transform: (bytes: Buffer, _encoding, done) => done(fault(bytes), bytes),
    flush: done => done(fault()),
  });
}

// The library's messages quote the cell, so only its codes are used.
function failureOf(error: unknown): BulkFailure | undefined {
  if (error instanceof NotUtf8) return 'notUtf8';
  if (!(error instanceof CsvError)) return undefined;
  return error.code === 'CSV_MAX_RECORD_SIZE' ? 'rowTooLong' : 'notCsv';
}

/**
 * The rows of a CSV file (RFC 4180; a byte order mark, CRLF and rows of unequal length are taken) from a
 * position on, one after another: what is in memory is what the stream holds and the row.
 * @param bytes the file from the position on; destroyed when the reader stops
 * @throws CsvFault when the file is not CSV in UTF-8 from here on
 */
export async function* readCsvRows(bytes: Readable, from: CsvPosition = csvBegin): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: from.byte === 0,
    info: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: bulkLimits.rowBytes,
  });
  // A fault of the source ends the parser with the same fault; a reader that stops early is no error.
  pipeline(bytes, utf8Only(), parser, () => undefined);
  let rowNumber = from.row;
  try {
    for await (const item of parser) {
      const { record, info } = item as { record: readonly string[]; info: InfoRecord };
      yield { rowNumber, cells: record, endByte: from.byte + info.bytes };
      rowNumber += 1;
    }
  } catch (error) {
    const failure = failureOf(error);
    throw failure === undefined ? error : new CsvFault(failure, rowNumber);
  }
}
