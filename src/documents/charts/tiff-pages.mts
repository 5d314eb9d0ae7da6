import {
  clip,
  concatTransformationMatrix,
  degrees,
  drawObject,
  endPath,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  PDFDocument,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { decode } from 'tiff';
import { LeftOut, reasonOf } from './left-out.mts';
import type { LeftOutReason } from '../../domain/record-requests/combined-chart.ts';
import { pixelsMax } from './drawn-pages.mts';
import { jpegTablesOf, oldJpegOf, withTables } from './tiff-jpeg.mts';

type Directory = ReturnType<typeof decode>[number];

/** The content of a TIFF page (TIFF 6.0). */
interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly samples: number;
  /** How far it must be rotated for reading, in degrees. */
  readonly turn: number;
  readonly directory: Directory;
}

/** A part of an image: a strip across its whole width, or a tile. */
interface Strip {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  readonly bytes: Uint8Array;
  /** How many bytes of the file it is. */
  readonly storedBytes: number;
}

/** TIFF encodings that PDF decodes unchanged. */
const compression = {
  none: 1,
  modifiedHuffman: 2,
  group3: 3,
  group4: 4,
  lzw: 5,
  oldJpeg: 6,
  jpeg: 7,
  deflate: 8,
  packBits: 32_773,
};
const oldDeflate = 32_946;
/** The meaning of the samples (tag 262). */
const photometric = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, brightness: 6 };
const pointsPerInch = 72;
const centimetersPerInch = 2.54;
/** The limits of a paper page's sides, in points; a stated size beyond them isn't trusted. */
const side = { least: 72, most: 3_600 };
const letter = { width: 612, height: 792 };
/** How far to rotate a page that was turned when scanned (tag 274); mirrored ones aren't accepted. */
const turns: Readonly<Partial<Record<number, number>>> = { 1: 0, 3: 180, 6: 90, 8: 270 };

function isJpegEncoding(encoding: number): boolean {
  return encoding === compression.jpeg || encoding === compression.oldJpeg;
}

/** Counts the pages without reading them; a circular chain has too many. */
function assertPages(bytes: Uint8Array, pagesMax: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isLittle = view.getUint8(0) === 0x49;
  let pages = 0;
  for (let at = view.getUint32(4, isLittle); at !== 0; pages += 1) {
    if (pages >= pagesMax) throw new LeftOut('tooManyPages');
    at = view.getUint32(at + 2 + 12 * view.getUint16(at, isLittle), isLittle);
  }
}

function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return Array.from(value as Iterable<number>, Number);
  return [];
}

/** @throws LeftOut if PDF can't decode it unchanged */
function sheetOf(directory: Directory): Sheet {
  const { width, height, compression: encoding, type, samplesPerPixel: samples } = directory;
  const depths = numbersOf(directory.get('BitsPerSample'));
  const bits = depths[0] ?? 1;
  // A file may lack what the library's type guarantees.
  const turn = turns[Number(directory.get('Orientation') ?? 1)];
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0))
    throw new LeftOut('damaged');
  if (width * height > pixelsMax) throw new LeftOut('tooHard');
  const isFax = encoding === compression.group3 || encoding === compression.group4;
  const isBilevel = isFax || encoding === compression.modifiedHuffman;
  const isJpeg = isJpegEncoding(encoding);
  const isColor = type === photometric.rgb || type === photometric.brightness;
  const isKnown =
    [...Object.values(compression), oldDeflate].includes(encoding) &&
    Object.values(photometric).includes(type) &&
    directory.planarConfiguration === 1 &&
    depths.every(depth => depth === bits) &&
    [1, 2, 4, 8].includes(bits) &&
    samples === (isColor ? 3 : 1) &&
    (!isBilevel || (bits === 1 && samples === 1)) &&
    (isJpeg ? bits === 8 && type !== photometric.palette : type !== photometric.brightness) &&
    turn !== undefined;
  if (!isKnown) throw new LeftOut('encodingUnknown');
  return { width, height, bits, samples, turn, directory };
}

const turnedBits = Uint8Array.from({ length: 256 }, (_, byte) => {
  let turned = 0;
  for (let bit = 0; bit < 8; bit += 1) if ((byte & (1 << bit)) !== 0) turned |= 0x80 >> bit;
  return turned;
});

/** Returns the only part of an image. */
function wholeOf({ width, height }: Sheet, bytes: Uint8Array): Strip {
  return { left: 0, top: 0, columns: width, rows: height, bytes, storedBytes: bytes.length };
}

/** Where the parts of an image are, and in which order: row by row. */
interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly across: number;
  readonly count: number;
  readonly offsets: readonly number[];
  readonly sizes: readonly number[];
}

/** @throws LeftOut if the directory has another number of parts than the image */
function gridOf({ width, height, directory }: Sheet): Grid {
  const isTiled = directory.tileWidth !== undefined;
  const columns = directory.tileWidth ?? width;
  const rows = isTiled ? Number(directory.tileHeight) : Math.min(height, directory.rowsPerStrip);
  const [offsetsKey, sizesKey] = isTiled
    ? (['TileOffsets', 'TileByteCounts'] as const)
    : (['StripOffsets', 'StripByteCounts'] as const);
  const offsets = numbersOf(directory.get(offsetsKey));
  const sizes = numbersOf(directory.get(sizesKey));
  const across = Math.ceil(width / columns);
  const count = across * Math.ceil(height / rows);
  if (!(columns >= 1 && rows >= 1 && offsets.length === count)) throw new LeftOut('damaged');
  return { columns, rows, across, count, offsets, sizes };
}

/** Returns the parts of a page for PDF. @throws LeftOut if one is missing, or encoded as before TIFF 6.0 */
function stripsOf(file: Uint8Array, sheet: Sheet): Strip[] {
  const { height, directory } = sheet;
  if (directory.compression === compression.oldJpeg) return [wholeOf(sheet, oldJpegOf(file, directory))];
  const { columns, rows, across, offsets, sizes } = gridOf(sheet);
  const isTiled = directory.tileWidth !== undefined;
  const tables = jpegTablesOf(directory);
  return offsets.map((offset, index) => {
    const size = sizes[index] ?? 0;
    if (size < 1 || offset + size > file.length) throw new LeftOut('damaged');
    const bytes = file.subarray(offset, offset + size);
    const isOldLzw =
      directory.compression === compression.lzw && bytes[0] === 0 && ((bytes[1] ?? 0) & 1) === 1;
    if (isOldLzw) throw new LeftOut('encodingUnknown');
    const top = Math.floor(index / across) * rows;
    const part = {
      left: (index % across) * columns,
      top,
      columns,
      // A tile is whole, even if it reaches over the edge of the image.
      rows: isTiled ? rows : Math.min(rows, height - top),
      storedBytes: size,
    };
    if (directory.compression === compression.jpeg) return { ...part, bytes: withTables(bytes, tables) };
    return { ...part, bytes: directory.fillOrder === 2 ? bytes.map(byte => turnedBits[byte] ?? 0) : bytes };
  });
}

/** Encodings whose concatenated parts are the whole: then a page is one image, without seams. */
const joinable: ReadonlySet<number> = new Set([
  compression.none,
  compression.modifiedHuffman,
  compression.packBits,
]);
/** Ends a PackBits run in PDF (ISO 32000-1, 7.4.5). */
const endOfRuns = Uint8Array.of(128);

function joined(strips: readonly Strip[], sheet: Sheet): readonly Strip[] {
  const { directory } = sheet;
  if (!joinable.has(directory.compression) || directory.tileWidth !== undefined) return strips;
  const parts = strips.map(({ bytes }) => bytes);
  if (directory.compression === compression.packBits) parts.push(endOfRuns);
  return [wholeOf(sheet, new Uint8Array(Buffer.concat(parts)))];
}

/** Returns how PDF decodes a strip (ISO 32000-1, 7.4). */
function filterOf({ bits, samples, directory }: Sheet, { columns: width, rows }: Strip) {
  const { compression: encoding, type, predictor } = directory;
  const fax = { Columns: width, Rows: rows, EndOfBlock: false, BlackIs1: type === photometric.blackIsZero };
  const isTwoDimensional = (Number(directory.get('T4Options') ?? 0) & 1) === 1;
  const rest = { Predictor: predictor, Colors: samples, BitsPerComponent: bits, Columns: width };
  switch (encoding) {
    case compression.none:
      return {};
    case compression.modifiedHuffman:
      return { Filter: 'CCITTFaxDecode', DecodeParms: { ...fax, K: 0, EncodedByteAlign: true } };
    case compression.group3:
      return { Filter: 'CCITTFaxDecode', DecodeParms: { ...fax, K: isTwoDimensional ? 1 : 0 } };
    case compression.group4:
      return { Filter: 'CCITTFaxDecode', DecodeParms: { ...fax, K: -1 } };
    case compression.jpeg:
    case compression.oldJpeg:
      return {
        Filter: 'DCTDecode',
        DecodeParms: { ColorTransform: type === photometric.brightness ? 1 : 0 },
      };
    case compression.packBits:
      return { Filter: 'RunLengthDecode' };
    case compression.lzw:
      return { Filter: 'LZWDecode', DecodeParms: rest };
    default:
      return { Filter: 'FlateDecode', DecodeParms: rest };
  }
}

/**
 * Returns the meaning of a strip's samples in PDF. For fax encodings, the decoder defines which color is
 * black.
 */
function colorsOf(document: PDFDocument, { bits, directory }: Sheet) {
  const { compression: encoding, type } = directory;
  if (type === photometric.rgb || type === photometric.brightness) return { ColorSpace: 'DeviceRGB' };
  if (type !== photometric.palette) {
    const isFax = [compression.modifiedHuffman, compression.group3, compression.group4].includes(encoding);
    const isTurned = type === photometric.whiteIsZero && !isFax;
    return { ColorSpace: 'DeviceGray', ...(isTurned ? { Decode: [1, 0] } : {}) };
  }
  const map = numbersOf(directory.get('ColorMap'));
  const count = 2 ** bits;
  if (map.length !== 3 * count) throw new LeftOut('damaged');
  // Reds first, then greens, then blues, 16 bits each.
  const colors = Array.from(
    { length: 3 * count },
    (_, at) => (map[(at % 3) * count + Math.floor(at / 3)] ?? 0) >> 8,
  );
  const table = document.context.register(document.context.stream(Uint8Array.from(colors)));
  return { ColorSpace: ['Indexed', 'DeviceRGB', count - 1, table] };
}

/**
 * Returns the size of a page, in points: as stated; otherwise as large as fits on a sheet of paper, with
 * square pixels.
 */
function sizeOf({ width, height, directory }: Sheet): { readonly width: number; readonly height: number } {
  const perInch = directory.resolutionUnit === 3 ? centimetersPerInch : 1;
  const isStated = directory.resolutionUnit !== 1;
  const stated = (pixels: number, resolution: unknown): number =>
    isStated ? (pixels / (Number(resolution) * perInch)) * pointsPerInch : Number.NaN;
  const size = { width: stated(width, directory.xResolution), height: stated(height, directory.yResolution) };
  const isPaper = (points: number): boolean => points >= side.least && points <= side.most;
  if (isPaper(size.width) && isPaper(size.height)) return size;
  const scale = Math.min(letter.width / width, letter.height / height);
  return { width: width * scale, height: height * scale };
}

function drawSheet(document: PDFDocument, sheet: Sheet, strips: readonly Strip[]): void {
  const { context } = document;
  const size = sizeOf(sheet);
  const page = document.addPage([size.width, size.height]);
  const colors = colorsOf(document, sheet);
  // Tiles reach over the edge of the image.
  page.pushOperators(rectangle(0, 0, size.width, size.height), clip(), endPath());
  for (const strip of strips) {
    const { left, top, columns, rows, bytes } = strip;
    const picture = { Type: 'XObject', Subtype: 'Image', Width: columns, Height: rows };
    const dictionary = context.obj({
      ...picture,
      BitsPerComponent: sheet.bits,
      ...colors,
      ...filterOf(sheet, strip),
    });
    const ref: PDFRef = context.register(PDFRawStream.of(dictionary, bytes));
    const width = (columns / sheet.width) * size.width;
    const height = (rows / sheet.height) * size.height;
    const x = (left / sheet.width) * size.width;
    const y = size.height - ((top + rows) / sheet.height) * size.height;
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(width, 0, 0, height, x, y),
      drawObject(page.node.newXObject('Strip', ref)),
      popGraphicsState(),
    );
  }
  page.setRotation(degrees(sheet.turn));
}

/** Whether a file states that it is a TIFF, of either byte order. */
export function isTiff(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4)).toString('latin1');
  return head === 'II*\0' || head === 'MM\0*';
}

/**
 * Returns the pages of a TIFF as a PDF. Nothing is decoded here: PDF supports the TIFF encodings that
 * facilities use (fax groups 3 and 4, LZW, Deflate, PackBits, JPEG), and their bytes are embedded unchanged,
 * so a fax page takes as much space as the fax, and a reader shows what arrived of a garbled one.
 * @returns why it is left out, if it is
 */
export async function tiffPages(bytes: Uint8Array, pagesMax: number): Promise<Uint8Array | LeftOutReason> {
  try {
    assertPages(bytes, pagesMax);
    const document = await PDFDocument.create();
    let left = bytes.length;
    for (const directory of decode(bytes, { ignoreImageData: true })) {
      const sheet = sheetOf(directory);
      const strips = stripsOf(bytes, sheet);
      // Pages that share their bytes would add up to more than the file.
      left -= strips.reduce((sum, strip) => sum + strip.storedBytes, 0);
      if (left < 0) throw new LeftOut('damaged');
      drawSheet(document, sheet, joined(strips, sheet));
    }
    return await document.save({ useObjectStreams: false });
  } catch (error) {
    return reasonOf(error);
  }
}
