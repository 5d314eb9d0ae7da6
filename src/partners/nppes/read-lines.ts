import type { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';

/** The most bytes per line; the longest of NPPES have some ten thousand. */
export const lineBytesMax = 128 * 1024;

/** A line of a file, counted from 1; its cells, or none if it isn't a CSV line in UTF-8. */
export interface CsvLine {
  readonly number: number;
  readonly cells: readonly string[] | undefined;
}

/** A line as in the file; `undefined` if it is too long. */
type RawLine = Buffer | undefined;

const newline = 0x0a;

/** Returns the lines of a file, with only a chunk and a line in memory. */
async function* linesOf(bytes: Readable): AsyncGenerator<RawLine> {
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      length += end - from;
      yield length > lineBytesMax ? undefined : Buffer.concat([...begun, chunk.subarray(from, end)]);
      begun = [];
      length = 0;
      from = end + 1;
    }
    length += chunk.length - from;
    // The rest of a line that is too long isn't kept.
    begun = length > lineBytesMax ? [] : [...begun, chunk.subarray(from)];
  }
  if (length > 0) yield length > lineBytesMax ? undefined : Buffer.concat(begun);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decoded(line: RawLine): string | undefined {
  if (line === undefined) return undefined;
  try {
    return decoder.decode(line).replace(/\r$/, '');
  } catch {
    return undefined;
  }
}

/** @throws what csv-parse throws for a text that isn't CSV */
function parsed(text: string): string[][] {
  return parse(text, { relax_column_count: true, skip_empty_lines: true });
}

function parsedAlone(text: string): readonly string[] | undefined {
  try {
    const records = parsed(text);
    return records.length === 1 ? records[0] : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the cells of lines, parsed together if all are valid, as nearly always, or else individually. */
function cellsOf(lines: ReadonlyArray<string | undefined>): Array<readonly string[] | undefined> {
  if (lines.every(line => line !== undefined && line !== '')) {
    try {
      const records = parsed(lines.join('\n'));
      if (records.length === lines.length) return records;
    } catch {
      // One of them isn't CSV; parsing them individually below shows which.
    }
  }
  return lines.map(line => (line === undefined || line === '' ? undefined : parsedAlone(line)));
}

/**
 * Returns the lines of an NPPES file, a number at a time. A record there is a line, and no cell contains a
 * line break. So an unreadable line is known by its number and doesn't affect others, as an open quote would
 * affect the rest of the file. Empty lines are skipped, and a byte order mark is removed.
 */
export async function* readCsvLines(bytes: Readable, linesAtOnce: number): AsyncGenerator<CsvLine[]> {
  let batch: Array<{ readonly number: number; readonly text: string | undefined }> = [];
  const cut = (): CsvLine[] => {
    const cells = cellsOf(batch.map(({ text }) => text));
    return batch.map(({ number }, index) => ({ number, cells: cells[index] }));
  };
  let number = 0;
  for await (const line of linesOf(bytes)) {
    number += 1;
    const text = number === 1 ? decoded(line)?.replace(/^\uFEFF/, '') : decoded(line);
    if (text === '') continue;
    batch.push({ number, text });
    if (batch.length < linesAtOnce) continue;
    yield cut();
    batch = [];
  }
  if (batch.length > 0) yield cut();
}
