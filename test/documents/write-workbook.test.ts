import { strFromU8, unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { writeWorkbook, type TableCell } from '../../src/documents/workbooks/write-workbook';

const columns = [
  { name: 'Text', width: 20, isDay: false },
  { name: 'Count', width: 8, isDay: false },
  { name: 'Day', width: 12, isDay: true },
];

async function written(rows: Iterable<readonly TableCell[]>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeWorkbook('Rows', columns, rows)) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

const readBack = async (rows: Iterable<readonly TableCell[]>) =>
  (await readXlsx(await written(rows))).sheets[0]?.rows;

test.each([
  ['=1+1', '=1+1'],
  ['+1 (555) 010-0100', '+1 (555) 010-0100'],
  ['@SUM(A1)', '@SUM(A1)'],
  ['02139', '02139'],
  ['<b>&"\u{1F3E5}é</b>', '<b>&"\u{1F3E5}é</b>'],
  ['two\nlines', 'two\nlines'],
  ['a\u0000b\u0001c\uFFFE', 'abc'],
  ['  spaces  ', '  spaces  '],
])('A workbook has the text %j as %j [CONSOLE-88]', async (text, read) => {
  const bytes = await written([[text, null, null]]);
  expect((await readXlsx(bytes)).sheets[0]?.rows[1]?.[0]).toBe(read);
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet).not.toMatch(/<f[ >]/);
});

test('A workbook has numbers, days as dates in the form of the pages, and its names as the first row [CONSOLE-88]', async () => {
  expect(await readBack([['a', 0, { day: '1984-02-29' }]])).toEqual([
    ['Text', 'Count', 'Day'],
    ['a', 0, new Date('1984-02-29T00:00:00Z')],
  ]);
  const styles = unzipSync(await written([['a', 1, { day: '2026-11-27' }]]))['xl/styles.xml'];
  expect(strFromU8(styles ?? new Uint8Array())).toContain('mm/dd/yyyy');
  expect(await readBack([])).toEqual([['Text', 'Count', 'Day']]);
});

test('A workbook of 20,000 rows lets others take turns while it is written [CONSOLE-88]', async () => {
  function* rows(): Generator<readonly TableCell[]> {
    for (let row = 0; row < 20_000; row += 1) yield [`Row ${row}`, row, { day: '2026-11-27' }];
  }
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 1);
  const read = await readBack(rows());
  clearInterval(others);
  expect(read).toHaveLength(20_001);
  expect(read?.at(-1)?.slice(0, 2)).toEqual(['Row 19999', 19_999]);
  expect(turns).toBeGreaterThan(10);
});
