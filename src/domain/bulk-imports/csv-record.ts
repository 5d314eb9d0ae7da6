/** What a line does to a record: it goes on in the next line, it is complete, or a quote is misplaced. */
export type LineEnd = 'open' | 'done' | 'misquoted';

/** A record of delimited text (RFC 4180), read line by line. */
export interface CsvRecord {
  /** Reads the next line, including its line break. */
  readonly take: (line: string) => LineEnd;
  /** The cells so far; all of them once a line was `done`. */
  readonly cells: readonly string[];
}

function lengthWithoutBreak(line: string): number {
  if (line.endsWith('\r\n')) return line.length - 2;
  return /[\r\n]$/.test(line) ? line.length - 1 : line.length;
}

function skipSpaces(line: string, from: number): number {
  let at = from;
  while (line[at] === ' ') at += 1;
  return at;
}

/**
 * Starts a record. Beyond RFC 4180, it accepts spaces around quotes, and `="02139"`, which is how a
 * spreadsheet keeps digits as text.
 */
export function startRecord(delimiter: string): CsvRecord {
  const cells: string[] = [];
  let state: 'between' | 'quoted' | 'closed' = 'between';
  let quoted = '';
  let isFormula = false;

  function close(): void {
    cells.push(isFormula ? `="${quoted}"` : quoted);
    [quoted, isFormula] = ['', false];
  }

  function take(line: string): LineEnd {
    const end = lengthWithoutBreak(line);
    if (state === 'between' && cells.length === 0 && !line.includes('"')) {
      cells.push(...line.slice(0, end).split(delimiter));
      return 'done';
    }
    for (let at = 0; ;) {
      if (state === 'quoted') {
        const quote = line.indexOf('"', at);
        quoted += line.slice(at, quote < 0 ? undefined : quote);
        if (quote < 0) return 'open';
        const isDoubled = line[quote + 1] === '"';
        if (isDoubled) quoted += '"';
        else state = 'closed';
        at = quote + (isDoubled ? 2 : 1);
      } else if (state === 'closed') {
        const next = skipSpaces(line, at);
        if (next < end && line[next] !== delimiter) return 'misquoted';
        close();
        if (next >= end) return 'done';
        [state, at] = ['between', next + 1];
      } else {
        const next = skipSpaces(line, at);
        isFormula = line.startsWith('="', next);
        if (isFormula || line[next] === '"') {
          [state, at] = ['quoted', next + (isFormula ? 2 : 1)];
          continue;
        }
        const found = line.indexOf(delimiter, at);
        const stop = found < 0 ? end : found;
        const cell = line.slice(at, stop);
        if (cell.includes('"')) return 'misquoted';
        cells.push(cell);
        if (found < 0) return 'done';
        at = stop + 1;
      }
    }
  }

  return { take, cells };
}
