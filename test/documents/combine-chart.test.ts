import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import {
  chartLimits,
  chartNotes,
  leftOutReasons,
  leftOutWords,
  noteWords,
} from '../../src/domain/record-requests/combined-chart';
import { jobLimits, type ChartSource } from '../../src/documents/charts/take-source';
import { parseReport } from '../../src/documents/charts/parse-report';
import { encryptedPdf, longPdf } from '../support/authorization-documents';
import { chartOf, picture, sourceOf, withoutNumbers } from '../support/chart-sources';
import { readPdf } from '../support/read-pdf';
import { startedProcesses } from '../support/started-processes';

/** The chart processes that this process has started and that have not ended. */
const children = startedProcesses('chart-process');

/** Returns a handwritten one-page PDF of these objects. */
function handmadePdf(objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

test('A chart has its index first, then the pages of every source in order, with a bookmark each [REQUEST-9] [DECISION-64]', async () => {
  const sources = [
    sourceOf('Labs.pdf', await longPdf(3, 'Labs')),
    sourceOf('Röntgen 1.png', picture(400, 300, 'image/png')),
    sourceOf('Scan.jpg', picture(300, 400, 'image/jpeg')),
    sourceOf('Notes.txt', Buffer.from('First line\n\nSecond line – “quoted”\fOn a page of its own')),
    sourceOf('Visits.csv', Buffer.from('Date,Reason\n2024-05-06,Fever\n')),
    sourceOf('Chart (2).pdf', await longPdf(2, 'Chart')),
  ];
  const chart = await chartOf(sources);
  const read = await readPdf(chart.bytes);
  expect(chart.outcomes).toMatchObject([3, 1, 1, 2, 1, 2].map(pages => ({ pages })));
  expect(chart.pages).toBe(11);
  expect(read.title).toBe('EHR_Charts_Combined.pdf');
  expect(read.outline).toEqual([
    { title: 'Index', page: 1 },
    { title: 'Labs.pdf', page: 2 },
    { title: 'Röntgen 1.png', page: 5 },
    { title: 'Scan.jpg', page: 6 },
    { title: 'Notes.txt', page: 7 },
    { title: 'Visits.csv', page: 9 },
    { title: 'Chart (2).pdf', page: 10 },
  ]);
  const [index, ...pages] = withoutNumbers(read.pages);
  expect(index).toContain('Prepared on 11/22/2026 from 6 files.');
  expect(index).toMatch(/1 +Labs\.pdf +2 – 4 +2 +Röntgen 1\.png +5 +3 +Scan\.jpg +6 +4 +Notes\.txt +7 – 8/);
  expect(pages).toEqual([
    ...['Labs 1', 'Labs 2', 'Labs 3', '', ''],
    ...['First line Second line – “quoted”', 'On a page of its own'],
    ...['Date,Reason 2024-05-06,Fever', 'Chart 1', 'Chart 2'],
  ]);
});

test('A source that cannot be included is listed in the index with the reason, and the others are included [REQUEST-9] [DECISION-64]', async () => {
  const whole = await longPdf(2, 'Whole');
  const sources = [
    sourceOf('Cut.pdf', whole.subarray(0, whole.length / 2)),
    sourceOf('Locked.pdf', await encryptedPdf()),
    sourceOf('Long.pdf', await longPdf(12)),
    sourceOf('Large.pdf', Buffer.concat([whole, Buffer.alloc(200_000)])),
    sourceOf('Images.zip', Buffer.from('PK\u0003\u0004')),
    sourceOf('Rubbish.pdf', Buffer.from('This is no PDF.')),
    sourceOf('Unknown', Buffer.from('Nor is this.')),
    sourceOf('Broken.png', picture(20, 20, 'image/png').subarray(0, 40)),
    sourceOf('Empty.pdf', Buffer.alloc(0)),
    { ...sourceOf('Lost.pdf', whole), open: async () => undefined },
    sourceOf('Whole.pdf', whole),
    sourceOf('Unnamed', whole),
  ];
  const limits = { ...chartLimits, sourcePages: 10, sourceBytes: 200_000 };
  const chart = await chartOf(sources, { limits });
  const reasons = chart.outcomes.map(outcome => ('reason' in outcome ? outcome.reason : outcome.pages));
  expect(reasons).toEqual([
    ...['damaged', 'encrypted', 'tooManyPages', 'tooLarge', 'damaged', 'damaged', 'kindUnknown'],
    ...['damaged', 'damaged', 'missing', 2, 2],
  ]);
  const { pages, outline } = await readPdf(chart.bytes);
  expect(outline.map(({ title }) => title)).toEqual(['Index', 'Whole.pdf', 'Unnamed']);
  expect(withoutNumbers(pages).slice(1)).toEqual(['Whole 1', 'Whole 2', 'Whole 1', 'Whole 2']);
  expect(pages[0]).toContain('10 files are not included.');
  expect(pages[0]).toContain(`Locked.pdf not included ${leftOutWords.encrypted}`);
  expect(pages[0]).toContain(`Images.zip not included ${leftOutWords.damaged}`);
});

test.each([
  ['sources', { sources: 2 }],
  ['pages', { pages: 3 }],
  ['bytes', { bytes: 12_000 }],
  ['objects', { objects: 20 }],
])(
  'A chart that is full by its %s lists the sources left out [REQUEST-9] [DECISION-64]',
  async (_limit, over) => {
    const two = await longPdf(2);
    const sources = Array.from({ length: 30 }, (_, index) => sourceOf(`${index}.pdf`, two));
    const { outcomes, bytes } = await chartOf(sources, { limits: { ...chartLimits, ...over } });
    const left = outcomes.filter(outcome => 'reason' in outcome);
    expect(left.length).toBeGreaterThan(5);
    expect(new Set(left.map(({ reason }) => reason))).toEqual(new Set(['chartFull']));
    expect((await readPdf(bytes)).outline).toHaveLength(1 + sources.length - left.length);
  },
);

test('A source locked with the empty password, like most printed charts, is included [REQUEST-9]', async () => {
  const pdf = new PDFDocument({ ownerPassword: 'other', pdfVersion: '1.7', permissions: {} });
  pdf.text('Printed from a portal');
  pdf.end();
  const { bytes, outcomes } = await chartOf([sourceOf('Portal.pdf', await buffer(pdf))]);
  expect(outcomes).toMatchObject([{ pages: 1 }]);
  expect(withoutNumbers((await readPdf(bytes)).pages)[1]).toBe('Printed from a portal');
});

test('A source with missing objects is reported as damaged, not shown as a blank page [REQUEST-9]', async () => {
  const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
  const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
  const lostContents = handmadePdf([
    catalog,
    pages,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 9 0 R >>',
  ]);
  const lostPage = handmadePdf([
    catalog,
    '<< /Type /Pages /Kids [3 0 R 8 0 R] /Count 2 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
  ]);
  const loop = handmadePdf([catalog, '<< /Type /Pages /Kids [2 0 R] /Count 1 /Parent 2 0 R >>']);
  const { outcomes } = await chartOf([
    sourceOf('contents.pdf', lostContents),
    sourceOf('page.pdf', lostPage),
    sourceOf('loop.pdf', loop),
  ]);
  expect(outcomes).toEqual([{ reason: 'damaged' }, { reason: 'damaged' }, { reason: 'damaged' }]);
});

test('A chart contains no scripts or external links, and links within a source still work [REQUEST-9]', async () => {
  const armed = handmadePdf([
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 612 792] >>',
    '<< /Type /Page /Parent 2 0 R /AA << /O << /S /JavaScript /JS (app.alert\\(2\\)) >> >> /Annots ' +
      '[5 0 R 6 0 R] >>',
    '<< /Type /Page /Parent 2 0 R >>',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (cmd.exe) >> >>',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [4 0 R /Fit] >>',
  ]);
  const { bytes, pages } = await chartOf([sourceOf('Armed.pdf', armed)]);
  expect(pages).toBe(3);
  const text = Buffer.from(bytes).toString('latin1');
  expect(text).not.toMatch(/JavaScript|app\.alert|Launch|cmd\.exe|OpenAction/);
  // The link leads to a page of the chart, and not to another copy of it.
  expect(text.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(3);
  expect((await readPdf(bytes)).pages).toHaveLength(3);
});

test('A source that takes too long or too much memory is ended with its process, and the next gets a new one [REQUEST-9]', async () => {
  const whole = await longPdf(1, 'Whole');
  const sourcesWith = (hard: ChartSource) => [
    sourceOf('First.pdf', whole),
    hard,
    sourceOf('Last.pdf', whole),
  ];
  const expected = [{ pages: 1 }, { reason: 'tooHard' }, { pages: 1 }];
  // Half a minute of work, and a picture of 100 MB.
  const long = sourceOf('Long.txt', Buffer.from('Sodium 140 mmol/L\n'.repeat(500_000)));
  const wide = sourceOf('Wide.png', picture(5_000, 5_000, 'image/png'));
  const timed = await chartOf(sourcesWith(long), {
    limits: { ...chartLimits, textBytes: long.sizeBytes },
    jobLimits: { ...jobLimits, timeMs: 6_000 },
  });
  expect(timed.outcomes).toMatchObject(expected);
  const held = await chartOf(sourcesWith(wide), { jobLimits: { ...jobLimits, memoryMegabytes: 250 } });
  expect(held.outcomes).toMatchObject(expected);
  const { pages } = await readPdf(held.bytes);
  expect(withoutNumbers(pages).slice(1)).toEqual(['Whole 1', 'Whole 1']);
  expect(pages[0]).toContain(`Wide.png not included ${leftOutWords.tooHard}`);
});

test('A process killed between two sources is replaced, and no source is lost [REQUEST-9]', async () => {
  const whole = await longPdf(1, 'Whole');
  const killing = sourceOf('Second.pdf', whole);
  let killed = 0;
  const sources = [
    sourceOf('First.pdf', whole),
    {
      ...killing,
      open: async () => {
        const [pid] = children();
        if (killed === 0) process.kill(Number(pid), 'SIGKILL');
        killed += 1;
        return killing.open();
      },
    },
    sourceOf('Third.pdf', whole),
  ];
  const { outcomes } = await chartOf(sources);
  expect(outcomes).toMatchObject([{ pages: 1 }, { pages: 1 }, { pages: 1 }]);
  expect(killed).toBe(2);
});

test('A chart can be canceled without leaving a process behind, and a storage error is not blamed on a source', async () => {
  const ending = new AbortController();
  const whole = await longPdf(1);
  const source = sourceOf('One.pdf', whole);
  const second = {
    ...source,
    open: () => {
      ending.abort();
      return source.open();
    },
  };
  await expect(chartOf([source, second, source], { signal: ending.signal })).rejects.toThrow('aborted');
  const broken = { ...source, open: async () => Readable.from([Buffer.from(whole.subarray(1))]) };
  await expect(chartOf([broken])).rejects.toThrow('other bytes than were announced');
  expect(children()).toEqual([]);
});

test('Every reason for leaving out a source, and every note about one, has its own words', () => {
  expect(Object.keys(leftOutWords)).toEqual([...leftOutReasons]);
  expect(Object.keys(noteWords)).toEqual([...chartNotes]);
});

describe('The report of the chart process', () => {
  test.each([
    ['an empty text', ''],
    ['a text that is not JSON', 'taken'],
    ['an unknown shape', '{"kind":"taken","pages":[1]}'],
    ['a list without a page', '{"kind":"taken","pages":[],"objectBytes":[1]}'],
    ['a negative size', '{"kind":"taken","pages":[1],"objectBytes":[-5]}'],
    ['an unknown reason', '{"kind":"leftOut","reason":"because"}'],
  ])('is rejected if it is %s', (_what, report) => {
    expect(parseReport(Buffer.from(report))).toBeUndefined();
  });
});
