import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import decode, { init } from '@jsquash/webp/decode.js';
import {
  concatTransformationMatrix,
  degrees,
  drawObject,
  PDFDocument,
  PDFRawStream,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { pixelsMax } from './drawn-pages.mts';
import { LeftOut } from './left-out.mts';

/** What the decoder makes of a picture; a browser has this class, Node doesn't. */
class Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

const require = createRequire(import.meta.url);
let opened: Promise<void> | undefined;

async function open(): Promise<void> {
  Object.assign(globalThis, { ImageData: Pixels });
  const file = readFileSync(require.resolve('@jsquash/webp/codec/dec/webp_dec.wasm'));
  await init(await WebAssembly.compile(new Uint8Array(file)));
}

/** A part of a WebP file (RFC 9649, 2.3). */
interface Chunk {
  readonly kind: string;
  readonly data: Buffer;
}

function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 12; at + 8 <= file.length;) {
    const size = file.readUInt32LE(at + 4);
    yield { kind: file.toString('latin1', at, at + 4), data: file.subarray(at + 8, at + 8 + size) };
    at += 8 + size + (size % 2);
  }
}

/** Returns the number of pixels that a file states, before anything is decoded. */
function pixelsOf(chunks: readonly Chunk[]): number {
  for (const { kind, data } of chunks) {
    if (kind === 'VP8X' && data.length >= 10)
      return (data.readUIntLE(4, 3) + 1) * (data.readUIntLE(7, 3) + 1);
    if (kind === 'VP8 ' && data.length >= 10)
      return (data.readUInt16LE(6) & 0x3fff) * (data.readUInt16LE(8) & 0x3fff);
    if (kind === 'VP8L' && data.length >= 5) {
      const sides = data.readUInt32LE(1);
      return ((sides & 0x3fff) + 1) * (((sides >>> 14) & 0x3fff) + 1);
    }
  }
  throw new LeftOut('damaged');
}

/** How a picture is shown: turned by degrees, and mirrored before that. */
interface Orientation {
  readonly turn: number;
  readonly isMirrored: boolean;
}

const upright: Orientation = { turn: 0, isMirrored: false };
const orientations: Readonly<Partial<Record<number, Orientation>>> = {
  2: { turn: 0, isMirrored: true },
  3: { turn: 180, isMirrored: false },
  4: { turn: 180, isMirrored: true },
  5: { turn: 270, isMirrored: true },
  6: { turn: 90, isMirrored: false },
  7: { turn: 90, isMirrored: true },
  8: { turn: 270, isMirrored: false },
};

/** Returns how a phone was held (Exif, tag 274). */
function orientationOf(chunks: readonly Chunk[]): Orientation {
  const data = chunks.find(({ kind }) => kind === 'EXIF')?.data;
  if (data === undefined || data.length < 10) return upright;
  const exif = data.toString('latin1', 0, 4) === 'Exif' ? data.subarray(6) : data;
  const isLittle = exif.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const long = (at: number): number => (isLittle ? exif.readUInt32LE(at) : exif.readUInt32BE(at));
  try {
    const directory = long(4);
    for (let entry = 0; entry < short(directory); entry += 1) {
      const at = directory + 2 + 12 * entry;
      if (short(at) === 274) return orientations[short(at + 8)] ?? upright;
    }
  } catch {
    // A damaged note doesn't damage the picture.
  }
  return upright;
}

/** Returns the colors of a picture on white. */
function onWhite({ data }: Pixels): Uint8Array {
  const colors = new Uint8Array((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    const alpha = (data[from + 3] ?? 255) / 255;
    for (let part = 0; part < 3; part += 1)
      colors[to + part] = Math.round((data[from + part] ?? 0) * alpha + 255 * (1 - alpha));
  }
  return colors;
}

/**
 * Returns a WebP picture as a PDF of one page, upright.
 * @throws LeftOut, also for a moving picture; what the decoder throws
 */
export async function webpPage(bytes: Uint8Array): Promise<Uint8Array> {
  const chunks = [...chunksOf(bytes)];
  if (pixelsOf(chunks) > pixelsMax) throw new LeftOut('tooHard');
  if (chunks.some(({ kind }) => kind === 'ANIM')) throw new LeftOut('encodingUnknown');
  opened ??= open();
  await opened;
  const pixels = await decode(new Uint8Array(bytes).buffer);
  if (pixels.width * pixels.height > pixelsMax) throw new LeftOut('tooHard');
  const document = await PDFDocument.create();
  const { context } = document;
  const picture = { Type: 'XObject', Subtype: 'Image', Width: pixels.width, Height: pixels.height };
  const image = context.register(
    PDFRawStream.of(
      context.obj({ ...picture, ColorSpace: 'DeviceRGB', BitsPerComponent: 8, Filter: 'FlateDecode' }),
      new Uint8Array(deflateSync(onWhite(pixels), { level: 6 })),
    ),
  );
  const isWide = pixels.width > pixels.height;
  const [across, up] = isWide ? [792, 612] : [612, 792];
  const scale = Math.min((across - 36) / pixels.width, (up - 36) / pixels.height);
  const [width, height] = [pixels.width * scale, pixels.height * scale];
  const page = document.addPage([across, up]);
  const { turn, isMirrored } = orientationOf(chunks);
  const [left, low] = [(across - width) / 2, (up - height) / 2];
  page.pushOperators(
    pushGraphicsState(),
    isMirrored
      ? concatTransformationMatrix(-width, 0, 0, height, left + width, low)
      : concatTransformationMatrix(width, 0, 0, height, left, low),
    drawObject(page.node.newXObject('Picture', image)),
    popGraphicsState(),
  );
  page.setRotation(degrees(turn));
  return document.save({ useObjectStreams: false });
}
