/**
 * TIFF in the combined chart. The files in `test/support/faxes` were written by libtiff: a bar in the upper
 * left quarter, and one more mark on each further page; in color, a red bar between them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { picturesOf } from '../support/authorization-documents';
import { chartOf, sourceOf } from '../support/chart-sources';
import { leftOutWords } from '../../src/domain/record-requests/combined-chart';
import { readPdf } from '../support/read-pdf';

const fax = (name: string): Buffer => readFileSync(join(__dirname, '../support/faxes', `${name}.tif`));

/** Returns what a page shows: its colors by place, and its shape. */
async function look(picture: Uint8Array) {
  const image = await loadImage(Buffer.from(picture));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const at = (across: number, down: number): number[] =>
    Array.from(
      context.getImageData(Math.floor(across * image.width), Math.floor(down * image.height), 1, 1).data,
    ).slice(0, 3);
  const isDark = (across: number, down: number): boolean => at(across, down).every(value => value < 90);
  return { at, isDark, shape: image.width / image.height };
}

/** Returns whether a page shows the bar and this many marks, and nothing elsewhere. */
async function shows(picture: Uint8Array, marks: number): Promise<boolean[]> {
  const { isDark } = await look(picture);
  const found = [0, 1, 2].map(mark => isDark((30 + 30 * mark) / 216, 210 / 280) === mark < marks);
  return [isDark(0.25, 0.12), !isDark(0.75, 0.12), !isDark(0.5, 0.95), ...found];
}

/** Returns a file with one two-byte field of its directory changed or renamed. */
function forged(
  original: Buffer,
  { tag, value, as = tag }: { tag: number; value: number; as?: number },
): Buffer {
  const bytes = Buffer.from(original);
  const directory = bytes.readUInt32LE(4);
  for (let entry = 0; entry < bytes.readUInt16LE(directory); entry += 1) {
    const at = directory + 2 + 12 * entry;
    if (bytes.readUInt16LE(at) !== tag) continue;
    bytes.writeUInt16LE(as, at);
    bytes.writeUInt16LE(value, at + 8);
  }
  return bytes;
}

/** Returns the same fax with the bits of each byte reversed, as modems write them (fill order 2). */
function bitsInTurn(): Buffer {
  const bytes = forged(fax('group4-strips'), { tag: 284, value: 2, as: 266 });
  // libtiff writes the picture between the head and the directory.
  for (let at = 8; at < bytes.readUInt32LE(4); at += 1) {
    const bits = (bytes[at] ?? 0).toString(2).padStart(8, '0');
    bytes[at] = Number.parseInt(Array.from(bits).toReversed().join(''), 2);
  }
  return bytes;
}

const sheets = [
  ...['group4', 'group3', 'huffman', 'group4-strips', 'packbits', 'packbits-grey', 'plain-grey'],
  ...['white-is-zero', 'bits-in-turn', 'lzw-predictor', 'lzw-rgb', 'deflate-palette'],
];

test('A page of a fax or scan is a page of the chart in any encoding, and a three-page fax is three [REQUEST-9] [DECISION-64]', async () => {
  const chart = await chartOf(
    sheets.map(name => sourceOf(`${name}.tif`, name === 'bits-in-turn' ? bitsInTurn() : fax(name))),
  );
  expect(chart.outcomes).toMatchObject(sheets.map(name => ({ pages: name === 'group4' ? 3 : 1 })));
  const [, ...pictures] = await picturesOf(chart.bytes);
  const marks = [1, 2, 3, ...sheets.slice(1).map(() => 1)];
  const shown = await Promise.all(pictures.map((picture, at) => shows(picture, marks[at] ?? 0)));
  expect(shown).toEqual(marks.map(() => Array.from({ length: 6 }, () => true)));
  for (const picture of pictures.slice(-2)) {
    const [red = 0, green = 255] = (await look(picture)).at(0.25, 0.45);
    expect([red > 150, green < 80]).toEqual([true, true]);
  }
});

test('A fax with non-square pixels and a scan on its side get the shape they had on paper [REQUEST-9]', async () => {
  const chart = await chartOf([sourceOf('fine.tif', fax('fax-fine')), sourceOf('turned.tif', fax('turned'))]);
  const [, fine, turned] = await picturesOf(chart.bytes);
  if (fine === undefined || turned === undefined) throw new Error('two pages');
  expect((await look(fine)).shape).toBeCloseTo(216 / 560, 2);
  const onItsSide = await look(turned);
  expect(onItsSide.shape).toBeCloseTo(280 / 216, 2);
  expect([onItsSide.isDark(0.88, 0.25), onItsSide.isDark(0.12, 0.25)]).toEqual([true, false]);
});

/** Returns a file whose chain of pages leads back to the first. */
function endless(): Buffer {
  const bytes = Buffer.from(fax('packbits'));
  const directory = bytes.readUInt32LE(4);
  bytes.writeUInt32LE(directory, directory + 2 + 12 * bytes.readUInt16LE(directory));
  return bytes;
}

test('A broken, enormous, or unsupported TIFF is reported and does not affect the others [REQUEST-9] [DECISION-64]', async () => {
  const sources = [
    sourceOf('cut.tif', fax('group3').subarray(0, 200)),
    sourceOf(
      'enormous.tif',
      forged(forged(fax('group3'), { tag: 256, value: 65_000 }), { tag: 257, value: 65_000 }),
    ),
    sourceOf('endless.tif', endless()),
    sourceOf('photo.tif', forged(fax('jpeg'), { tag: 259, value: 34_712 })),
    sourceOf('no-picture.tif', Buffer.from('II*\0')),
    sourceOf('big.tif', Buffer.from('II+\0\0\0\0\0\0\0\0\0')),
    sourceOf('whole.tif', fax('group4')),
  ];
  const { outcomes, bytes } = await chartOf(sources);
  expect(outcomes).toMatchObject([
    ...['damaged', 'tooHard', 'tooManyPages', 'encodingUnknown', 'damaged', 'damaged'].map(reason => ({
      reason,
    })),
    { pages: 3 },
  ]);
  expect((await readPdf(bytes)).pages[0]).toContain(`photo.tif not included ${leftOutWords.encodingUnknown}`);
});
