import { spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { join } from 'node:path';
import fc from 'fast-check';
import { readCsvRows, type PlacedRow, type RowPosition } from '../../../src/usecases/bulk-imports/csv-rows';
import { typescriptArguments } from '../../../stack/run/typescript-arguments';
import { surveyed } from '../../support/surveyed';

/** Returns the bytes in small pieces, as a network may deliver them. */
function bytes(text: string | Buffer, from = 0, piece = 7): Readable {
  const whole = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil((whole.length - from) / piece) }, (_piece, index) =>
    whole.subarray(from + index * piece, from + (index + 1) * piece),
  );
  return Readable.from(pieces);
}

async function rowsOf(text: string | Buffer, from?: RowPosition, piece?: number): Promise<PlacedRow[]> {
  const rows: PlacedRow[] = [];
  for await (const row of readCsvRows(bytes(text, from?.byte, piece), from === undefined ? {} : { from }))
    rows.push(row);
  return rows;
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

/** Returns each row as its number with its cells, or its fault. */
async function outline(text: string | Buffer): Promise<unknown[]> {
  return (await rowsOf(text)).map(({ rowNumber, cells, fault }) => [
    rowNumber,
    fault === null ? cells.join('|') : fault,
  ]);
}

test.each<[string, string | Buffer, unknown]>([
  [
    'a quote that is never closed',
    'a,b\n1,2\n"x,y\n3,4\n5,6\n',
    [
      [1, 'a|b'],
      [2, '1|2'],
      [3, 'misquoted'],
      [4, '3|4'],
      [5, '5|6'],
    ],
  ],
  [
    'a quote that another row closes',
    'a,b\n1,"x\n2,"y"\n3,z\n',
    [
      [1, 'a|b'],
      [2, 'misquoted'],
      [3, '2|y'],
      [4, '3|z'],
    ],
  ],
  [
    'a quote that the end of a cell in another row closes',
    'a,b,c\n1,"x,2/28/1961\n2,u,1/2/1990\n3,z",3/4/1970\n4,5,6\n',
    [
      [1, 'a|b|c'],
      [2, 'misquoted'],
      [3, '2|u|1/2/1990'],
      [4, 'misquoted'],
      [5, '4|5|6'],
    ],
  ],
  [
    'a quote in the last cell that the next row closes',
    'a,b,c\n1,1961-02-28,"y\n2,1990-01-02,v"\n4,5,6\n',
    [
      [1, 'a|b|c'],
      [2, 'misquoted'],
      [3, 'misquoted'],
      [4, '4|5|6'],
    ],
  ],
  [
    'a quote in the middle of a cell',
    'a,b\n1,2"x"\n3,4\n',
    [
      [1, 'a|b'],
      [2, 'misquoted'],
      [3, '3|4'],
    ],
  ],
  [
    'text after a closing quote',
    'a,b\n1,"2"x\n3,4\n',
    [
      [1, 'a|b'],
      [2, 'misquoted'],
      [3, '3|4'],
    ],
  ],
  [
    'a nickname in quotes',
    'a,b\n1,Ana "Annie"\n3,4\n',
    [
      [1, 'a|b'],
      [2, 'misquoted'],
      [3, '3|4'],
    ],
  ],
  [
    'inches',
    'a,b\n1,5\' 10"\n3,4\n',
    [
      [1, 'a|b'],
      [2, 'misquoted'],
      [3, '3|4'],
    ],
  ],
  [
    'a letter of Windows-1252',
    Buffer.from('a,b\nZo\xeb,1\n3,4\n', 'latin1'),
    [
      [1, 'a|b'],
      [2, 'notUtf8'],
      [3, '3|4'],
    ],
  ],
  [
    'a letter of Windows-1252 in quotes over two lines',
    Buffer.from('a,b\n"Zo\xeb\nx",1\n3,4\n', 'latin1'),
    [
      [1, 'a|b'],
      [2, 'notUtf8'],
      [3, '3|4'],
    ],
  ],
  [
    'a truncated letter',
    Buffer.from([0x61, 0x0a, 0xc3]),
    [
      [1, 'a'],
      [2, 'notUtf8'],
    ],
  ],
  [
    'a cell over 128 KiB',
    `a\n"${'x'.repeat(140_000)}"\n3\n`,
    [
      [1, 'a'],
      [2, 'tooLong'],
      [3, '3'],
    ],
  ],
  [
    'a row over 128 KiB in several lines',
    `a\n"${'x\n'.repeat(70_000)}`.slice(0, 140_000) + '\n3',
    expect.arrayContaining([
      [1, 'a'],
      [2, 'misquoted'],
      [3, 'x'],
    ]),
  ],
])(
  '%s in a CSV file costs its own row, and the others keep their numbers [BULK-5] [BULK-17]',
  async (_, text, rows) => {
    expect(await outline(text)).toEqual(rows);
  },
);

test('Quotes may have spaces around them, and the text formula of a spreadsheet is read [BULK-5]', async () => {
  expect(await outline('a,b,c\n1, "x, y" ,="02139"\n="a" ,2,\n')).toEqual([
    [1, 'a|b|c'],
    [2, '1|x, y|="02139"'],
    [3, '="a"|2|'],
  ]);
});

test('The faulty row is the right one in every batch, and costs no other', async () => {
  const lines = Array.from({ length: 20_000 }, (_line, index) => `${index + 1},x`);
  for (const at of [21, 1_000, 15_001]) lines[at] = `${at},x "y"`;
  const rows = await rowsOf(lines.join('\n'), undefined, 65_536);
  expect(rows).toHaveLength(20_000);
  expect(rows.filter(({ fault }) => fault !== null).map(({ rowNumber }) => rowNumber)).toEqual([
    22, 1_001, 15_002,
  ]);
});

test.each([
  ['100,000 rows', 100_000, { kind: 'readable', rowCount: 100_000 }],
  ['100,001 rows', 100_001, { kind: 'unreadable', failure: 'tooManyRows' }],
])('A CSV file of %s, plus blank rows, is accepted up to the limit', async (_, rows, survey) => {
  const text = `id,first name,last name,dob\n${'1,a,b,c\n'.repeat(rows)}${',,,\n'.repeat(10)}`;
  expect(await surveyed('patients', bytes(text, 0, 65_536))).toMatchObject(survey);
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

test('a cell of several lines is one cell, also with commas and dates in it [BULK-17]', async () => {
  const text = 'a,b,c\n1,2,"x, y\nz, w, v"\n4,"5\n,",6\n7,"seen on 1/2/2020, 1/3/2020\nr,1/4/2020\nt",8\n';
  expect(await outline(text)).toEqual([
    [1, 'a|b|c'],
    [2, '1|2|x, y\nz, w, v'],
    [3, '4|5\n,|6'],
    [4, '7|seen on 1/2/2020, 1/3/2020\nr,1/4/2020\nt|8'],
  ]);
});
