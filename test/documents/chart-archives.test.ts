/** ZIP files in a combined chart. */
import { zipSync, type Zippable } from 'fflate';
import {
  chartLimits,
  haveChart,
  leftOutWords,
  noteWords,
} from '../../src/domain/record-requests/combined-chart';
import { jobLimits } from '../../src/documents/charts/take-source';
import { chartOf, picture, sourceOf, withoutNumbers } from '../support/chart-sources';
import { pdfOf, pdfWith } from '../support/charts-with-more';
import { readPdf } from '../support/read-pdf';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns the index, the text of the pages, and the bookmarks of a chart of one ZIP file. */
async function contentOf(bytes: Uint8Array, options: Parameters<typeof chartOf>[1] = {}) {
  const chart = await chartOf([sourceOf('Records.zip', bytes)], options);
  const { pages, outline } = await readPdf(chart.bytes);
  const [index = '', ...rest] = withoutNumbers(pages);
  return { index, pages: rest, outline: outline.map(({ title }) => title), outcome: chart.outcomes[0] };
}

/** Returns a ZIP file with bytes of its directory and of its first file changed. */
function changed(files: Zippable, change: (zip: Buffer, directory: number) => void): Uint8Array {
  const zip = Buffer.from(zipSync(files));
  change(zip, zip.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')));
  return new Uint8Array(zip);
}

describe('The files in a ZIP file', () => {
  test('are in the chart as if each had been sent on its own, in the order of people [FILE-54]', async () => {
    const { index, pages, outline } = await contentOf(
      zipSync({
        'Visits/': new Uint8Array(),
        'Visits/page 10.txt': encode('Tenth'),
        'Visits/page 2.pdf': await pdfOf(['Second', 'Third']),
        'scan.png': picture(40, 30, 'image/png'),
        'video.mp4': encode('no video'),
        '__MACOSX/Visits/._page 2.pdf': encode('of a computer'),
        '.DS_Store': encode('of a computer'),
      }),
    );
    expect(pages).toEqual(['', 'Second', 'Third', 'Tenth']);
    expect(outline).toEqual([
      'Index',
      ...['scan.png', 'Visits/page 2.pdf', 'Visits/page 10.txt'].map(title => `Records.zip › ${title}`),
    ]);
    expect(index).toMatch(
      /1 Records\.zip ZIP file In the ZIP file: scan\.png 2 In the ZIP file: Visits\/page 2\.pdf 3 – 4 In the ZIP file: Visits\/page 10\.txt 5/,
    );
    expect(index).toContain(`In the ZIP file: video.mp4 not included ${leftOutWords.kindUnknown}`);
    expect(index).toContain('from 1 file. One file is not included.');
    expect(index).not.toContain('DS_Store');
  });

  test('are taken from ZIP files and PDFs in it, three deep [FILE-54]', async () => {
    const deep = ['c', 'b', 'a'].reduce(
      (inner, name) => zipSync({ [`${name}.zip`]: inner, [`${name}.txt`]: encode(`In ${name}`) }),
      zipSync({ 'd.txt': encode('Too deep') }),
    );
    const { index, pages } = await contentOf(
      zipSync({ 'deep.zip': deep, 'letter.pdf': await pdfWith('Letter', [['labs.txt', encode('Labs')]]) }),
    );
    expect(pages.toSorted()).toEqual(['In a', 'In b', 'Labs', 'Letter']);
    expect(index).toContain(leftOutWords.tooDeep);
  });

  test('with the same name are both taken [FILE-54]', async () => {
    const zip = changed({ 'a.txt': encode('First'), 'b.txt': encode('Other') }, bytes => {
      for (let at = bytes.indexOf('b.txt'); at >= 0; at = bytes.indexOf('b.txt')) bytes.write('a.txt', at);
    });
    expect((await contentOf(zip)).pages).toEqual(['First', 'Other']);
  });

  test.each([
    [
      'locked',
      changed({ 'a.txt': [encode('no text'), { level: 0 }] }, (zip, at) => zip.writeUInt16LE(1, at + 8)),
      'encrypted',
    ],
    [
      'compressed otherwise',
      changed({ 'a.txt': encode('a') }, (zip, at) => zip.writeUInt16LE(9, at + 10)),
      'compressionUnknown',
    ],
    [
      'larger than the directory says',
      changed({ 'a.txt': [new Uint8Array(5_000), { level: 9 }] }, (zip, at) =>
        zip.writeUInt32LE(10, at + 24),
      ),
      'damaged',
    ],
    ['much larger than they were', zipSync({ 'a.txt': new Uint8Array(8 * 1024 * 1024) }), 'tooHard'],
    ['without pages', zipSync({ 'a.dcm': encode('a'), 'b.dcm': encode('b') }), 'archiveEmpty'],
    ['none', zipSync({}), 'kindUnknown'],
    ['cut off', zipSync({ 'a.txt': encode('a'.repeat(900)) }).subarray(0, 60), 'damaged'],
    [
      'a Word document',
      zipSync({ '[Content_Types].xml': encode('<a/>'), 'word/a.txt': encode('a') }),
      'kindUnknown',
    ],
    ['an OpenDocument text', zipSync({ mimetype: encode('a'), 'a.txt': encode('a') }), 'kindUnknown'],
  ] as const)('that are %s are named, not taken [FILE-54]', async (_, zip, reason) => {
    const chart = await chartOf([sourceOf('Records.zip', zip), sourceOf('a.txt', encode('Control'))]);
    const { pages } = await readPdf(chart.bytes);
    expect(chart.outcomes[0]).toEqual({ reason });
    expect(withoutNumbers(pages).slice(1)).toEqual(['Control']);
    expect(pages[0]).toContain(`Records.zip not included ${leftOutWords[reason]}`);
  });

  test('are limited in number and bytes, and those without pages in lines [FILE-54]', async () => {
    const texts = Object.fromEntries(['a', 'b', 'c'].map(name => [`${name}.txt`, encode(name.repeat(600))]));
    const images = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`${at}.dcm`, encode('image')] as const),
    );
    const few = await contentOf(zipSync(texts), { limits: { ...chartLimits, attachments: 2 } });
    expect([few.pages.length, few.index.includes(noteWords.moreAttachments)]).toEqual([2, true]);
    const small = await contentOf(zipSync(texts), { limits: { ...chartLimits, attachmentBytes: 1_300 } });
    expect([small.pages.length, small.index.includes(leftOutWords.tooLarge)]).toEqual([2, true]);
    const { index, pages } = await contentOf(zipSync({ ...images, 'report.txt': encode('Report') }));
    expect(pages).toEqual(['Report']);
    expect(index.match(/\.dcm/g)).toHaveLength(chartLimits.unknownInArchive);
    expect(index).toContain(noteWords.moreInArchive);
  });

  test('that take too long are named with their ZIP file [FILE-54]', async () => {
    const long = encode('Sodium 140 mmol/L\n'.repeat(500_000));
    const { outcome } = await contentOf(zipSync({ 'long.txt': [long, { level: 0 }] }), {
      limits: { ...chartLimits, textBytes: long.length },
      jobLimits: { ...jobLimits, timeMs: 5_000 },
    });
    expect(outcome).toEqual({ reason: 'tooHard' });
  });
});

test('a ZIP file makes a chart only if files in it have pages [FILE-54]', () => {
  const zip = (pages: number | null) => [{ contentType: 'application/zip', pages }];
  expect([zip(3), zip(0), zip(null)].map(haveChart)).toEqual([true, false, false]);
});

test.each([
  ['UTF-16 without a byte order mark', Buffer.from('Sodium 140\n', 'utf16le'), ['Sodium 140']],
  ['UTF-16, high byte first', Buffer.from('Sodium 140\n', 'utf16le').swap16(), ['Sodium 140']],
  ['UTF-16 with a byte order mark', Buffer.from('\ufeffSodium 140\n', 'utf16le'), ['Sodium 140']],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffSodium 140\n'), ['Sodium 140']],
  ['a program', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff]), []],
])('a text file in %s is drawn as its text, or named [FILE-54]', async (_, bytes, texts) => {
  const chart = await chartOf([sourceOf('a.txt', new Uint8Array(bytes))]);
  expect(withoutNumbers((await readPdf(chart.bytes)).pages).slice(1)).toEqual(texts);
  if (texts.length === 0) expect(chart.outcomes).toEqual([{ reason: 'kindUnknown' }]);
});

test.each([
  ['Sodium 140 mmol/L, ≥ 5 µg, Łukasz Müller', []],
  ['Plan 李', ['lettersMissing']],
  ['\u0645\u0631\u062d\u0628\u0627', ['lettersMissing']],
])('letters that our typeface does not have are named: %s [FILE-54]', async (text, notes) => {
  const chart = await chartOf([sourceOf('a.txt', encode(text))]);
  expect(chart.outcomes).toMatchObject([{ pages: 1, notes }]);
  const { pages } = await readPdf(chart.bytes);
  expect(pages[0]?.includes(noteWords.lettersMissing)).toBe(notes.length > 0);
});
