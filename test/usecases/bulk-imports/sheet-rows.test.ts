import { unzipSync, zipSync } from 'fflate';
import { readWorkbookRows } from '../../../src/documents/workbooks/workbook-rows';
import type { FileRow } from '../../../src/usecases/bulk-imports/csv-rows';
import { readBulkRow } from '../../../src/usecases/bulk-imports/bulk-row';
import type { FileSurvey } from '../../../src/usecases/bulk-imports/survey';
import { surveyed } from '../../support/surveyed';
import { workbookOf, workbookOfXml, type WorkbookCell } from '../../support/workbooks';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Surveys a file that comes in pieces. */
async function read(
  file: string | Buffer,
  size = 13,
): Promise<{ readonly survey: FileSurvey; readonly rows: readonly FileRow[] }> {
  const rows: FileRow[] = [];
  const survey = await surveyed('patients', pieces(Buffer.from(file), size), row => rows.push(row));
  return { survey, rows };
}

/** Returns the numbers and cells of the rows that are read. */
async function cellsOf(file: string | Buffer, size?: number): Promise<unknown[]> {
  const { survey, rows } = await read(file, size);
  expect(survey).toMatchObject({ kind: 'readable' });
  return rows.map(({ rowNumber, cells, fault }) => [
    rowNumber,
    ...cells.map(cell => cell.trim()),
    ...(fault === null ? [] : [fault]),
  ]);
}

/** Returns a workbook with some of its parts changed. */
function withParts(workbook: Buffer, changes: Readonly<Record<string, (xml: string) => string>>): Buffer {
  const parts = unzipSync(workbook);
  for (const [name, change] of Object.entries(changes))
    parts[name] = Buffer.from(change(Buffer.from(parts[name] ?? []).toString('utf8')));
  return Buffer.from(zipSync(parts));
}

const header = ['Patient ID', 'First Name', 'Last Name', 'DOB'];
const ana = ['c1', 'Ana', 'Nunez', '2/28/1961'];
const lines = (delimiter: string, end = '\n'): string =>
  [header, ana].map(cells => cells.join(delimiter) + end).join('');

describe('A text file', () => {
  test.each([
    ['commas', lines(',')],
    ['semicolons', lines(';')],
    ['tabs', lines('\t')],
    ['vertical bars', lines('|')],
    ['semicolons and commas in a cell', `${header.join(';')}\nc1;Ana;Nunez;"2/28/1961"\n`],
    ['CR line breaks', lines(',', '\r')],
    ['spaces after commas', `${header.join(', ')}\nc1, Ana, Nunez, 2/28/1961\n`],
    ['UTF-8 and a byte order mark', `\ufeff${lines(',')}`],
    ['UTF-16 and a byte order mark', Buffer.from(`\ufeff${lines('\t', '\r\n')}`, 'utf16le')],
    ['UTF-16 without a byte order mark', Buffer.from(lines(','), 'utf16le')],
    ['UTF-16, high byte first', Buffer.from(`\ufeff${lines(',')}`, 'utf16le').swap16()],
    ['every cell in quotes', lines(',').replaceAll(/[^,\n]+/g, '"$&"')],
  ])('is read with %s [BULK-5]', async (_, file) => {
    expect(await cellsOf(file)).toEqual([[2, ...ana]]);
  });

  test.each([
    ['a sep= line, which a spreadsheet hides', `sep=,\r\n${lines(',', '\r\n')}`, 2],
    ['a sep= line for another delimiter', `sep=;\r\n${lines(';', '\r\n')}`, 2],
    ['a sep= line in quotes after a byte order mark', `\ufeff"sep=|"\r\n${lines('|', '\r\n')}`, 2],
    ['a title', `Client list as of November\n${lines(',')}`, 3],
    ['a title with commas and a quote', `Smith "Mass Tort", page 1,,,\n\n${lines(',')}`, 4],
    ['blank first lines', `\n,,,\n${lines(',')}`, 4],
    ['a title, semicolons', `Client list, updated daily, by Ana\n${lines(';')}`, 3],
  ])('is read below %s, with the row numbers of a spreadsheet [BULK-5]', async (_, file, row) => {
    expect(await cellsOf(file)).toEqual([[row, ...ana]]);
  });

  test('may have empty cells past the header, but no values', async () => {
    expect(await cellsOf(`${header.join(',')}\n${ana.join(',')},,,\n`)).toEqual([[2, ...ana, '', '', '']]);
  });

  test('has the header found in a row that is not UTF-8', async () => {
    const file = Buffer.from(`A\xf1o,${header.join(',')}\n1,${ana.join(',')}\n`, 'latin1');
    expect(await cellsOf(file)).toEqual([[2, '1', ...ana]]);
  });

  test('has its header searched in the first 20 rows that are not blank', async () => {
    const file = (titles: number): string => 'title\n\n'.repeat(titles) + lines(',');
    expect(await cellsOf(file(19))).toEqual([[40, ...ana]]);
    expect((await read(file(20))).survey).toMatchObject({ failure: 'columnMissing' });
  });

  test('without a usable header fails at the row that is most like one', async () => {
    const file = `title\nPatient ID,First Name,Birthplace\nx,Ana,Lima\n`;
    expect((await read(file)).survey).toEqual({
      kind: 'unreadable',
      failure: 'columnMissing',
      row: 2,
      columns: [
        { header: 'Patient ID', field: 'id' },
        { header: 'First Name', field: 'firstName' },
        { header: 'Birthplace', field: null },
      ],
    });
  });

  test.each([
    ['empty', '', 'empty'],
    ['blank', '\n\n,,\n', 'empty'],
    ['of another format', Buffer.from('%PDF-1.7\n%\0\x01\n1 0 obj\n', 'latin1'), 'notATable'],
    ['an old or encrypted workbook', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'oldWorkbook'],
  ])('that is %s fails with the reason', async (_, file, failure) => {
    expect((await read(file)).survey).toMatchObject({ kind: 'unreadable', failure });
  });
});

describe('An Excel workbook', () => {
  test('is read with dates, numbers, and flags as text [BULK-6]', async () => {
    const file = workbookOf([
      [...header, 'ZIP', 'Site Sonar', 'Phone'],
      ['c1', 'Ana', 'Nunez', { date: 22_340 }, 2139, true, 6_175_550_123],
      undefined,
      [4711, 'Bea & Co', 'O"Neil', { date: 22_340.5 }, null, false, null],
    ]);
    expect(await cellsOf(file)).toEqual([
      [2, 'c1', 'Ana', 'Nunez', '1961-02-28', '2139', 'TRUE', '6175550123'],
      [4, '4711', 'Bea & Co', 'O"Neil', '1961-02-28 12:00:00', '', 'FALSE'],
    ]);
  });

  test('has its header found below titles, and in the first sheet that has one [BULK-6]', async () => {
    const cover: WorkbookCell[][] = [['Client list'], ['Prepared by', 'Ana']];
    const file = workbookOf(
      cover,
      [['Smith v. Jones'], undefined, header, ana],
      [
        ['Patient ID', 'First Name', 'Last Name', 'DOB', 'Phone'],
        ['c2', 'B', 'C', 'D'],
      ],
      [header],
    );
    expect(await cellsOf(file)).toEqual([[4, ...ana]]);
  });

  test.each([
    ['the same columns', [header, ['c2', 'B', 'C', 'D']]],
    [
      'other names for the same columns',
      [
        ['MRN', 'Given', 'Surname', 'Birth Date'],
        ['c2', 'B', 'C', 'D'],
      ],
    ],
    ['a title', [['L to Z'], undefined, header, ['c2', 'B', 'C', 'D']]],
  ])('with a second sheet that has %s is refused, not read in part [BULK-18]', async (_, second) => {
    const { survey } = await read(workbookOf([header, ana], [['notes']], second));
    expect(survey).toMatchObject({ kind: 'unreadable', failure: 'severalSheets' });
  });

  test.each(['hidden', 'veryHidden'])('is read without its sheets that are %s [BULK-18]', async state => {
    const before = {
      'xl/workbook.xml': (xml: string) => xml.replace('name="Sheet1"', `$& state="${state}"`),
    };
    const file = withParts(workbookOf([header, ['old', 'A', 'B', 'C']], [header, ana]), before);
    expect(await cellsOf(file)).toEqual([[2, ...ana]]);
  });

  test('has dates as Excel shows them: of both date systems, and rounded to seconds', async () => {
    const dates = workbookOf([header, ['c1', 'Ana', 'Nunez', { date: 22339.9999999 }]]);
    expect(await cellsOf(dates)).toEqual([[2, 'c1', 'Ana', 'Nunez', '1961-02-28']]);
    const ofMac = withParts(workbookOf([header, ['c1', 'Ana', 'Nunez', { date: 20878 }]]), {
      'xl/workbook.xml': xml => xml.replace('<sheets>', '<workbookPr date1904="1"/>$&'),
    });
    expect(await cellsOf(ofMac)).toEqual([[2, 'c1', 'Ana', 'Nunez', '1961-02-28']]);
  });

  test.each(['date1904="1"', "date1904='true'", 'codeName="x" date1904="on"'])(
    'with %s says so of each row, for date numbers in cells without a date format [BULK-22]',
    async attribute => {
      const file = withParts(workbookOf([header, ['c1', 'Ana', 'Nunez', 20878]]), {
        'xl/workbook.xml': xml => xml.replace('<sheets>', `<workbookPr ${attribute}/>$&`),
      });
      const { survey, rows } = await read(file);
      if (survey.kind === 'unreadable') throw new Error(survey.failure);
      expect(rows.map(({ isDate1904 }) => isDate1904)).toEqual([true]);
      const [row] = rows.map(each => readBulkRow('patients', survey.columns, each));
      expect(row).toMatchObject({ parsed: { form: { submitted: { dateOfBirth: '1961-02-28' } } } });
    },
  );

  test.each(['date1904="0"', "date1904='false'", ''])(
    'with %s counts from 1900 [BULK-22]',
    async attribute => {
      const file = withParts(workbookOf([header, ['c1', 'Ana', 'Nunez', 22340]]), {
        'xl/workbook.xml': xml => xml.replace('<sheets>', `<workbookPr ${attribute}/>$&`),
      });
      expect((await read(file)).rows.map(({ isDate1904 }) => isDate1904)).toEqual([false]);
    },
  );

  test('without a header fails with the columns of its first sheet', async () => {
    const file = workbookOf([['Patient ID', 'First Name']], [['notes']]);
    expect((await read(file)).survey).toMatchObject({
      failure: 'columnMissing',
      row: 1,
      columns: [{ header: 'Patient ID' }, { header: 'First Name' }],
    });
  });

  test('has cells as other software writes them', async () => {
    const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const row = (cells: readonly string[]): string => `<row>${cells.map(cell).join('')}</row>`;
    const rich = '<c t="inlineStr"><is><r><t>An</t></r><r><t>a</t></r></is></c>';
    const formula = '<c t="str"><f>A1</f><v>Nunez</v></c>';
    const body = `${row(header)}<row>${cell('c1')}${rich}${formula}${cell('2/28/1961')}</row>`;
    const xml = `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>${body.replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:')}</x:sheetData></x:worksheet>`;
    expect(await cellsOf(workbookOfXml([xml]))).toEqual([[2, ...ana]]);
  });

  test.each([
    ['100,000 rows', 100_000, { kind: 'readable', rowCount: 100_000 }],
    ['100,001 rows', 100_001, { kind: 'unreadable', failure: 'tooManyRows', row: 100_002 }],
  ])('of %s is accepted up to the limit', async (_, count, survey) => {
    const rows = Array.from({ length: count }, (_row, index) => [index, 'Ana', 'Nunez', { date: 22_340 }]);
    expect((await read(workbookOf([header, ...rows]), 65_536)).survey).toMatchObject(survey);
  });

  test('has wide rows and long cells cut, so that the row is refused and not the file [BULK-6]', async () => {
    const wide = [...ana, ...Array.from({ length: 500 }, () => 'x')];
    const { rows } = await read(workbookOf([header, wide, ['c2', 'x'.repeat(5_000), 'y', 'z']]));
    expect(rows.map(({ cells }) => [cells.length, cells[1]?.length])).toEqual([
      [101, 3],
      [4, 1_001],
    ]);
  });

  test('that unzips to more than 512 MiB is refused without being unzipped [BULK-6]', async () => {
    const file = workbookOf([header, ana]);
    // The directory entry of a file: its sizes are in bytes 20 to 27.
    const entry = file.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    file.writeUInt32LE(513 * 1024 * 1024, entry + 24);
    expect((await read(file)).survey).toMatchObject({ failure: 'workbookTooLarge' });
  });

  test('whose directory understates its size is refused', async () => {
    const sheet = `<worksheet><sheetData>${'<row><c><v>1</v></c></row>'.repeat(200_000)}</sheetData></worksheet>`;
    const file = workbookOfXml([sheet]);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(sheet.length);
    const small = Buffer.from([100, 0, 0, 0]);
    for (let at = file.indexOf(size); at >= 0; at = file.indexOf(size, at)) small.copy(file, at);
    expect((await read(file, 65_536)).survey).toMatchObject({ failure: 'workbookUnreadable' });
  });

  test('that takes too much memory or time ends its process, and only that [BULK-6]', async () => {
    const texts = Array.from({ length: 300_000 }, (_text, index) => `text ${index}`);
    const file = workbookOfXml(['<worksheet/>'], texts);
    const limits = { unzippedBytes: 2 ** 30, columns: 100, cellLength: 1_000, sheets: 1 };
    for (const resources of [
      { heapMegabytes: 32, memoryMegabytes: 1_500, timeMs: 60_000 },
      { heapMegabytes: 512, memoryMegabytes: 1_500, timeMs: 200 },
    ]) {
      const next = readWorkbookRows(pieces(file, 65_536), limits, resources).next();
      await expect(next).rejects.toMatchObject({ refusal: 'workbookTooLarge' });
    }
  });

  test('that breaks off on its way is an error of the store, not of the workbook', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield workbookOf([header, ana]).subarray(0, 700);
      throw new Error('the store hung up');
    }
    await expect(surveyed('patients', broken())).rejects.toThrow('the store hung up');
  });

  test.each([
    ['a ZIP file of something else', Buffer.from(zipSync({ 'a.txt': Buffer.from('a') }))],
    ['truncated', workbookOf([header, ana]).subarray(0, 700)],
    ['an OpenDocument sheet', Buffer.from(zipSync({ mimetype: Buffer.from('application/vnd.oasis') }))],
  ])('that is %s is refused with the reason', async (_, file) => {
    expect((await read(file)).survey).toMatchObject({ kind: 'unreadable', failure: 'workbookUnreadable' });
  });
});
