/** Pictures and texts of other kinds in a combined chart: photos, JPEG in TIFF, RTF. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { leftOutWords, noteWords } from '../../src/domain/record-requests/combined-chart';
import { picturesOf } from '../support/authorization-documents';
import { chartOf, sourceOf, withoutNumbers } from '../support/chart-sources';
import { pdfWith } from '../support/charts-with-more';
import { oldJpegTiff, tiledJpegTiff } from '../support/tiff-files';
import { readPdf } from '../support/read-pdf';

/** Returns a WebP picture, dark in its upper left quarter. */
function webp(width: number, height: number): Buffer {
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000000';
  context.fillRect(0, 0, width / 2, height / 2);
  return context.canvas.toBuffer('image/webp');
}

/** Returns a WebP file with one more part: a note (Exif) about its phone, or a mark of moving pictures. */
function withChunk(picture: Buffer, kind: 'EXIF' | 'ANIM', data: Buffer): Buffer {
  const head = Buffer.from(`${kind}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  const whole = Buffer.concat([picture, head, data]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** An Exif note: how a phone was held; 6 is turned by 90 degrees. */
function turnedNote(orientation = 6): Buffer {
  const note = Buffer.alloc(26);
  note.write('II*\0', 'latin1');
  note.writeUInt32LE(8, 4);
  note.writeUInt16LE(1, 8);
  note.writeUInt16LE(274, 10);
  note.writeUInt16LE(3, 12);
  note.writeUInt32LE(1, 14);
  note.writeUInt16LE(orientation, 18);
  return note;
}

/** Returns whether places of a page are dark, by their shares of its width and height. */
async function darkAt(picture: Uint8Array | undefined, ...places: ReadonlyArray<readonly [number, number]>) {
  const image = await loadImage(Buffer.from(picture ?? []));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return places.map(([across, down]) => {
    const [red = 255] = context.getImageData(
      Math.floor(across * image.width),
      Math.floor(down * image.height),
      ...([1, 1] as const),
    ).data;
    return red < 90;
  });
}

const quarters = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

test('A WebP photo is a page, even from a phone that was turned [FILE-52]', async () => {
  const { bytes, outcomes } = await chartOf([
    sourceOf('Photo.webp', webp(300, 400)),
    sourceOf('Turned.webp', withChunk(webp(300, 400), 'EXIF', turnedNote())),
    sourceOf('Wide.webp', webp(400, 300)),
  ]);
  expect(outcomes).toMatchObject([{ pages: 1 }, { pages: 1 }, { pages: 1 }]);
  const [, upright, turned, wide] = await picturesOf(bytes);
  expect(await darkAt(upright, ...quarters)).toEqual([true, false, false, false]);
  expect(await darkAt(turned, ...quarters)).toEqual([false, true, false, false]);
  expect(await darkAt(wide, ...quarters)).toEqual([true, false, false, false]);
});

test('A WebP photo is upright in each of the eight ways that a phone or a program notes [FILE-52]', async () => {
  const held = [1, 2, 3, 4, 5, 6, 7, 8];
  const { bytes } = await chartOf(
    held.map(way => sourceOf(`${way}.webp`, withChunk(webp(300, 400), 'EXIF', turnedNote(way)))),
  );
  const [, ...pictures] = await picturesOf(bytes);
  const corners = await Promise.all(pictures.map(picture => darkAt(picture, ...quarters)));
  // Which quarter is dark: upper left, upper right, lower left, or lower right (Exif 2.32, 4.6.5).
  expect(corners.map(dark => dark.indexOf(true))).toEqual([0, 1, 3, 2, 0, 1, 3, 2]);
});

test('A photo that cannot be decoded is named in the index with the reason [FILE-52]', async () => {
  const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1');
  // Its header says 16,777,216 pixels square.
  const huge = Buffer.from('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff', 'latin1');
  const { bytes } = await chartOf([
    sourceOf('Phone.heic', heic),
    { ...sourceOf('Typed.heic', heic), contentType: 'image/heic' },
    sourceOf('Cut.webp', webp(30, 40).subarray(0, 60)),
    sourceOf('Huge.webp', huge),
    sourceOf('Moving.webp', withChunk(webp(30, 40), 'ANIM', Buffer.alloc(6))),
    sourceOf('Attached.pdf', await pdfWith('Cover', [['phone.heic', heic]])),
  ]);
  const [index = ''] = withoutNumbers((await readPdf(bytes)).pages);
  expect(index).toContain(`Phone.heic not included ${leftOutWords.photoUnknown}`);
  expect(index).toContain(`Typed.heic not included ${leftOutWords.photoUnknown}`);
  expect(index).toContain(`Cut.webp not included ${leftOutWords.damaged}`);
  expect(index).toContain(`Huge.webp not included ${leftOutWords.tooHard}`);
  expect(index).toContain(`Moving.webp not included ${leftOutWords.encodingUnknown}`);
  expect(index).toContain(`Attached: phone.heic not included ${leftOutWords.photoUnknown}`);
});

test('A TIFF of JPEG pictures is a page: in strips with shared tables, in tiles, or in the old way [FILE-52]', async () => {
  const strips = readFileSync(join(__dirname, '../support/faxes/jpeg.tif'));
  const { bytes, outcomes } = await chartOf([
    sourceOf('strips.tif', strips),
    sourceOf('tiles.tif', tiledJpegTiff()),
    sourceOf('old.tif', oldJpegTiff()),
    sourceOf('cut.tif', oldJpegTiff(100_000)),
  ]);
  expect(outcomes).toMatchObject([{ pages: 1 }, { pages: 1 }, { pages: 1 }, { reason: 'encodingUnknown' }]);
  for (const page of (await picturesOf(bytes)).slice(1))
    expect(await darkAt(page, [0.25, 0.12], [0.75, 0.12], [0.5, 0.8])).toEqual([true, false, false]);
});

// cspell:disable
const rtf = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fcharset204 Times;}}
{\colortbl;\red0\green0\blue0;}{\*\generator Riched20;}{\info{\author Nobody}}\viewkind4\uc1\pard
\b Patient:\b0  SMITH, ROBERT\tab DOB: 03/04/1975\par
caf\'e9 \u8220?quoted\u8221? {\f1\'cf\'f0\'e8\'e2\'e5\'f2}\par
{\v hidden}{\field{\*\fldinst HYPERLINK x}{\fldrslt link}}\page Second \{page\}\par
{\trowd one\cell two\cell\row}PICTURE}`;
// cspell:enable

test('The text of an RTF file is in the chart, with a note about what is not [FILE-52]', async () => {
  const plain = Buffer.from(rtf.replace('PICTURE', ''));
  const pictured = Buffer.from(rtf.replace('PICTURE', String.raw`{\pict\wmetafile8 01020304}`));
  const { bytes } = await chartOf([sourceOf('Letter.rtf', plain), sourceOf('Pictures.rtf', pictured)]);
  const [index = '', ...pages] = withoutNumbers((await readPdf(bytes)).pages);
  const text = ['Patient: SMITH, ROBERT DOB: 03/04/1975 café “quoted” Привет link', 'Second {page} one two'];
  expect(pages).toEqual([...text, ...text]);
  expect(index).toContain(`Letter.rtf 2 – 3 ${noteWords.textOnly}`);
  expect(index).toContain(`Pictures.rtf 4 – 5 ${noteWords.textWithoutPictures}`);
});

test('An RTF file with too much text, or none that ends, is named [FILE-52]', async () => {
  const long = Buffer.from(String.raw`{\rtf1 ${'Sodium 140 '.repeat(100_000)}}`);
  const deep = Buffer.from(String.raw`{\rtf1 ${'{'.repeat(100_000)} deep`);
  const { outcomes } = await chartOf([sourceOf('Long.rtf', long), sourceOf('Deep.rtf', deep)]);
  expect(outcomes).toMatchObject([{ reason: 'tooLarge' }, { pages: 1 }]);
});
