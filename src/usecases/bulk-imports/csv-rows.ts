import { pipeline, Transform, type Readable } from 'node:stream';
import { CsvError, parse, type InfoRecord } from 'csv-parse';
import { bulkLimits, type BulkFailure } from '../../domain/bulk-imports/bulk-import';

/** A row of a CSV file. */
export interface CsvRow {
  /** As a spreadsheet counts: the header is row 1. */
  readonly rowNumber: number;
  readonly cells: readonly string[];
  /** Where the next row starts, in bytes from the start of the file. */
  readonly endByte: number;
}

/** Where to continue reading: the number of the next row and its first byte. */
export interface CsvPosition {
  readonly row: number;
  readonly byte: number;
}

/** The start of a file. */
export const csvBegin: CsvPosition = { row: 1, byte: 0 };

/** A file that can't be read further. Its message and row contain no value. */
export class CsvFault extends Error {
  override readonly name = 'CsvFault';
  readonly isMessageSafe = true;

  constructor(
    readonly failure: BulkFailure,
    readonly row: number,
  ) {
    super(`the file can't be read: ${failure}`);
  }
}

class NotUtf8 extends Error {
  override readonly name = 'NotUtf8';
}

/**
 * Rejects bytes that aren't UTF-8: decoded, they would become question marks, and one name would become
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
 * Reads the rows of a CSV file from a position on, one at a time, so that memory holds only the stream's
 * buffer and the row. RFC 4180; a byte order mark, CRLF, and rows of unequal length are accepted.
 * @param bytes the file from the position on; destroyed when the reader stops
 * @throws CsvFault if the file isn't CSV in UTF-8 from here on
 */
export async function* readCsvRows(bytes: Readable, from: CsvPosition = csvBegin): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: from.byte === 0,
    info: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: bulkLimits.rowBytes,
  });
  // A source error reaches the parser as the same error. A reader that stops early isn't an error.
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
