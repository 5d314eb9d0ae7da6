import { spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { join } from 'node:path';
import fc from 'fast-check';
import { surveyBytes } from '../../../src/usecases/bulk-imports/survey';
import {
  CsvFault,
  readCsvRows,
  type CsvPosition,
  type CsvRow,
} from '../../../src/usecases/bulk-imports/csv-rows';
import { typescriptArguments } from '../../../stack/run/typescript-arguments';

/** Returns the bytes in small pieces, as a network may deliver them. */
function bytes(text: string | Buffer, from = 0, piece = 7): Readable {
  const whole = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil((whole.length - from) / piece) }, (_piece, index) =>
    whole.subarray(from + index * piece, from + (index + 1) * piece),
  );
  return Readable.from(pieces);
}

async function rowsOf(text: string | Buffer, from?: CsvPosition, piece?: number): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of readCsvRows(bytes(text, from?.byte, piece), from)) rows.push(row);
  return rows;
}

async function faultOf(text: string | Buffer): Promise<unknown> {
  const rows = rowsOf(text);
  return rows.then(
    () => undefined,
    (error: unknown) => (error instanceof CsvFault ? { failure: error.failure, row: error.row } : error),
  );
}

test('CSV rows may have a byte order mark, CRLF, quotes, quoted line breaks, and unequal lengths', async () => {
  const text = '\ufeffid,name\r\n1,"Doe, ""Jo""\r\nJr."\r\n\r\n2,=1+1,more\r\n3';
  expect((await rowsOf(text)).map(({ rowNumber, cells }) => [rowNumber, ...cells])).toEqual([
    [1, 'id', 'name'],
    [2, '1', 'Doe, "Jo"\r\nJr.'],
    [3, ''],
    [4, '2', '=1+1', 'more'],
    [5, '3'],
  ]);
});

test('Reading a CSV file can resume after any row, so that an import continues where it was', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '"', ',', '\n', '\r\n', ' ', '=', '😀') });
  const ends = fc.constantFrom('\n', '\r\n');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      ends,
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      async (table, end, piece, hasMark) => {
        const lines = table.map(cells => cells.map(text => `"${text.replaceAll('"', '""')}"`).join(','));
        const text = `${hasMark ? '\ufeff' : ''}${lines.join(end)}${end}`;
        const rows = await rowsOf(text, undefined, piece);
        expect(rows.map(({ cells }) => cells)).toEqual(table);
        for (const [index, row] of rows.entries()) {
          const from = { row: row.rowNumber + 1, byte: row.endByte };
          expect(await rowsOf(text, from, piece)).toEqual(rows.slice(index + 1));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  ['a quote that is never closed', 'a,b\n1,2\n"x,y\n1,2\n', 'notCsv', 3],
  ['a quote in the middle of a cell', 'a,b\n1,2"x"\n', 'notCsv', 2],
  ['a letter of Windows-1252', Buffer.from('a,b\nZo\xeb,1\n', 'latin1'), 'notUtf8', 1],
  ['a truncated letter', Buffer.from([0x61, 0xc3]), 'notUtf8', 1],
  ['a row over 128 KiB', `a\n"${'x'.repeat(140_000)}"\n`, 'rowTooLong', 2],
])('A CSV file with %s is rejected without quoting a value', async (_, text, failure, row) => {
  const fault = (await faultOf(text)) as { readonly failure: string; readonly row: number };
  expect(fault.failure).toBe(failure);
  expect(fault.row).toBeLessThanOrEqual(row);
});

test.each([
  ['100,000 rows', 100_000, { kind: 'readable', rowCount: 100_000 }],
  ['100,001 rows', 100_001, { kind: 'unreadable', failure: 'tooManyRows' }],
])('A CSV file of %s, plus blank rows, is accepted up to the limit', async (_, rows, survey) => {
  const text = `id,first name,last name,dob\n${'1,a,b,c\n'.repeat(rows)}${',,,\n'.repeat(10)}`;
  expect(await surveyBytes('patients', bytes(text, 0, 65_536))).toMatchObject(survey);
});

test('A CSV file of 100,000 rows is read in the memory of one with 1,000', () => {
  const peakOf = (
    rows: number,
  ): { readonly rowCount: number; readonly bytes: number; readonly peak: number } => {
    const script = join(__dirname, '../../support/survey-task.ts');
    // A heap that the file would not fit in.
    const flags = ['--max-old-space-size=40', ...typescriptArguments];
    const run = spawnSync(process.execPath, [...flags, script, String(rows)], { encoding: 'utf8' });
    expect(run.stderr).toBe('');
    return JSON.parse(run.stdout) as ReturnType<typeof peakOf>;
  };
  const [small, large] = [peakOf(1_000), peakOf(100_000)];
  expect({ small: small.rowCount, large: large.rowCount }).toEqual({ small: 1_000, large: 100_000 });
  expect(large.bytes).toBeGreaterThan(40 * 1024 * 1024);
  // Buffers are outside the heap; they, too, take less than the file.
  expect(large.peak - small.peak).toBeLessThan(large.bytes);
}, 120_000);
