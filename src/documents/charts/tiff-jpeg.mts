/** JPEG pictures in TIFF files, which PDF decodes unchanged once each has its tables. */
import type { decode } from 'tiff';
import { LeftOut } from './left-out.mts';

type Directory = ReturnType<typeof decode>[number];

const tag = { tables: 347, stream: 513, streamLength: 514 } as const;
const startOfImage = [0xff, 0xd8] as const;

function isJpeg(bytes: Uint8Array): boolean {
  return startOfImage.every((byte, at) => bytes[at] === byte);
}

function bytesIn(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  return Array.isArray(value) ? Uint8Array.from(value as Iterable<number>, Number) : undefined;
}

/** Returns the tables that all parts of an image share (TIFF technical note 2), without start and end. */
export function jpegTablesOf(directory: Directory): Uint8Array {
  const tables = bytesIn(directory.fields.get(tag.tables));
  if (tables === undefined || !isJpeg(tables)) return new Uint8Array();
  const hasEnd = tables.at(-2) === 0xff && tables.at(-1) === 0xd9;
  return tables.subarray(2, hasEnd ? -2 : undefined);
}

/** Returns a part as a whole picture. @throws LeftOut if it isn't one */
export function withTables(part: Uint8Array, tables: Uint8Array): Uint8Array {
  if (!isJpeg(part)) throw new LeftOut('damaged');
  return new Uint8Array(Buffer.concat([Uint8Array.from(startOfImage), tables, part.subarray(2)]));
}

/**
 * Returns the picture of a file as before the technical note, if it is whole and in one place, as most
 * programs wrote it. @throws LeftOut otherwise
 */
export function oldJpegOf(file: Uint8Array, directory: Directory): Uint8Array {
  const start = Number(directory.fields.get(tag.stream));
  const length = Number(directory.fields.get(tag.streamLength));
  if (!(start > 0 && length > 0 && start + length <= file.length)) throw new LeftOut('encodingUnknown');
  const bytes = file.subarray(start, start + length);
  const isWhole =
    isJpeg(bytes) && Buffer.from(bytes.buffer, bytes.byteOffset, length).includes('\u00ff\u00da', 'latin1');
  if (!isWhole) throw new LeftOut('encodingUnknown');
  return bytes;
}
