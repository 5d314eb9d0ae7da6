/** The number on each page of a combined chart, and the facts in its index. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { degrees, PDFName, type PDFPage } from '@cantoo/pdf-lib';
import { picturesOf } from '../support/authorization-documents';
import { chartOf, sourceOf, withoutNumbers } from '../support/chart-sources';
import { pdfOf } from '../support/charts-with-more';
import { readPdf } from '../support/read-pdf';

/** Returns where a page is dark, as shares of its width and height as read. */
async function inkOf(picture: Uint8Array): Promise<Record<'left' | 'right' | 'top' | 'bottom', number>> {
  const image = await loadImage(Buffer.from(picture));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const ink = { left: 1, right: 0, top: 1, bottom: 0 };
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at] ?? 255) > 110) continue;
    const across = ((at / 4) % image.width) / image.width;
    const down = Math.floor(at / 4 / image.width) / image.height;
    ink.left = Math.min(ink.left, across);
    ink.right = Math.max(ink.right, across);
    ink.top = Math.min(ink.top, down);
    ink.bottom = Math.max(ink.bottom, down);
  }
  return ink;
}

/** Returns an otherwise empty page of a chart as it looks. */
async function looksOf(change: (page: PDFPage) => void): Promise<Uint8Array> {
  const bytes = await pdfOf([''], document => change(document.getPage(0)));
  const [, page] = await picturesOf((await chartOf([sourceOf('Page.pdf', bytes)])).bytes);
  if (page === undefined) throw new Error('no page');
  return page;
}

const shapes: ReadonlyArray<readonly [string, (page: PDFPage) => void]> = [
  ['upright', () => undefined],
  ...[90, 180, 270].map(
    turn => [`turned by ${turn}`, (page: PDFPage) => page.setRotation(degrees(turn))] as const,
  ),
  ['turned by -90', page => page.setRotation(degrees(-90))],
  ['cropped', page => page.setCropBox(100, 200, 300, 400)],
  [
    'cropped and turned',
    page => {
      page.setCropBox(100, 200, 300, 400);
      page.setRotation(degrees(90));
    },
  ],
  ['off the origin', page => page.setMediaBox(-1_000, 500, 612, 792)],
  ['wide', page => page.setSize(1_224, 792)],
  [
    'with a crop box larger than the page',
    page => page.node.set(PDFName.of('CropBox'), page.doc.context.obj([-500, -500, 2_000, 2_000])),
  ],
  ['left with changed coordinates', page => page.drawText(' ', { size: 1 })],
];

test.each(shapes)('A page shows its number at its bottom right as read: %s [FILE-53]', async (_, change) => {
  const ink = await inkOf(await looksOf(change));
  expect(ink.top).toBeGreaterThan(0.9);
  expect(ink.bottom).toBeLessThan(1);
  expect(ink.left).toBeGreaterThan(0.6);
  expect(ink.right).toBeGreaterThan(0.9);
  expect(ink.right).toBeLessThan(0.99);
});

test('Content that saves more states than it restores, or scales the page, does not move the number [FILE-53]', async () => {
  const bytes = await pdfOf([''], document => {
    const { context } = document;
    const contents = [
      '0.1 0 0 0.1 300 300 cm',
      'q q 0.5 0 0 0.5 100 100 cm (a ) q \\() Tj % q q q',
      '/q gs Q Q Q Q q 3 0 0 3 9 9 cm q',
    ];
    document
      .getPage(0)
      .node.set(
        PDFName.of('Contents'),
        context.obj(contents.map(content => context.register(context.stream(content)))),
      );
  });
  const [, page] = await picturesOf((await chartOf([sourceOf('Open.pdf', bytes)])).bytes);
  const ink = await inkOf(page ?? new Uint8Array());
  expect([ink.top > 0.9, ink.left > 0.8]).toEqual([true, true]);
});

test('A number can be read on a dark page, and the page is unchanged elsewhere [FILE-53]', async () => {
  const picture = await looksOf(page => page.drawRectangle({ x: 0, y: 0, width: 612, height: 792 }));
  const image = await loadImage(Buffer.from(picture));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const whiteIn = (x: number, y: number, width: number, height: number): number => {
    const scale = image.width / 612;
    const { data } = context.getImageData(
      ...([x, y, width, height].map(side => Math.round(side * scale)) as [
        ...[number, number, number, number],
      ]),
    );
    return data.filter((value, at) => at % 4 === 0 && value > 200).length / (data.length / 4);
  };
  expect(whiteIn(545, 770, 50, 14)).toBeGreaterThan(0.15);
  expect(whiteIn(0, 0, 612, 765)).toBe(0);
});

test('The index names the patient, the date of birth, the facility, the request, and its dates, and pages by their numbers [FILE-53]', async () => {
  const facts = [
    ['Patient', 'Jane Doe'],
    ['Date of birth', '02/29/1984'],
    ['Facility', 'Mercy Clinic'],
    ['Dates of service', '01/01/2024 – 12/31/2024'],
    ['Reference', '2026-114'],
  ] as const;
  const sources = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => sourceOf(`${at}.pdf`, await pdfOf([`File ${at}`]))),
  );
  const { bytes } = await chartOf(sources, { facts });
  const { pages } = await readPdf(bytes);
  const [first = '', second = '', , ...rest] = withoutNumbers(pages);
  for (const [label, value] of facts) expect(first).toContain(`${label} ${value}`);
  const listed = [...`${first} ${second} ${withoutNumbers(pages)[2] ?? ''}`.matchAll(/(\d+)\.pdf (\d+)/g)];
  expect(listed).toHaveLength(60);
  for (const [, file, page] of listed) expect(withoutNumbers(pages)[Number(page) - 1]).toBe(`File ${file}`);
  expect(rest.length).toBeGreaterThan(50);
});
