/** How other people's files are compared with what another reader finds in them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareFile } from '../../evaluation/files/compare';
import { pdfOf } from '../support/charts-with-more';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordwell-other-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(name: string, content: Uint8Array | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe('A table', () => {
  test('is the same apart from blank rows and the spaces around cells', async () => {
    const path = await fileOf('same.csv', 'First name;Last name\n\nJo ;Doe;\n');
    const rows = [['First name', 'Last name'], [''], ['Jo', 'Doe', '']];
    expect(await compareFile(path, { rows })).toBe('same');
  });

  test('differs without a word if a row or a cell is missing', async () => {
    const path = await fileOf('short.csv', 'First name,Last name\nJo,Doe\n');
    expect(await compareFile(path, { rows: [['First name', 'Last name']] })).toBe('silent');
    expect(await compareFile(path, { rows: [['First name', 'Last name'], ['Jo']] })).toBe('silent');
  });

  test('is named if the rows that differ are faulty, and the others are the same', async () => {
    const path = await fileOf(
      'latin.csv',
      Buffer.from('First name,Last name\nRen\u00e9,Doe\nJo,Roe\n', 'latin1'),
    );
    const rows = [
      ['First name', 'Last name'],
      ['Ren\u00e9', 'Doe'],
      ['Jo', 'Roe'],
    ];
    expect(await compareFile(path, { rows })).toBe('named');
    expect(await compareFile(path, { rows: rows.slice(0, 2) })).toBe('silent');
  });

  test('is named if it is refused', async () => {
    expect(await compareFile(await fileOf('table.xlsx', await pdfOf(['One'])), { rows: [] })).toBe('named');
  });
});

test('A PDF is the same if every page is in the chart, and named if it is left out', async () => {
  const path = await fileOf('two.pdf', await pdfOf(['One', 'Two']));
  expect(await compareFile(path, { pages: 2 })).toBe('same');
  expect(await compareFile(path, { pages: 3 })).toBe('silent');
  expect(await compareFile(await fileOf('no.pdf', '%PDF-1.7\nnothing'), { pages: 1 })).toBe('named');
});
