/** TIFF files of JPEG pictures, as scanners write them: in tiles, with shared tables, and in the old way. */
import { createCanvas } from '@napi-rs/canvas';

const sheet = { width: 216, height: 280 } as const;

/** Returns a part of a sheet with a dark bar in its upper left quarter, as JPEG. */
function jpegOf(left: number, top: number, width: number, height: number): Buffer {
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000000';
  context.fillRect(0 - left, 0 - top, sheet.width / 2, sheet.height / 4);
  return context.canvas.toBuffer('image/jpeg', 95);
}

type Field = readonly [tag: number, type: 3 | 4 | 7, values: readonly number[] | Buffer];

const sizes = { 3: 2, 4: 4, 7: 1 } as const;

function valuesOf(type: Field[1], values: Field[2]): Buffer {
  if (Buffer.isBuffer(values)) return values;
  const bytes = Buffer.alloc(values.length * sizes[type]);
  for (const [at, value] of values.entries())
    if (type === 3) bytes.writeUInt16LE(value, at * 2);
    else bytes.writeUInt32LE(value, at * 4);
  return bytes;
}

/** Returns a file of these pictures, with the fields that their places have. */
function tiffOf(
  parts: readonly Buffer[],
  fieldsOf: (offsets: readonly number[]) => readonly Field[],
): Buffer {
  let end = 8;
  const offsets = parts.map(part => {
    const offset = end;
    end += part.length + (part.length % 2);
    return offset;
  });
  const fields = fieldsOf(offsets).toSorted(([a], [b]) => a - b);
  const directory = Buffer.alloc(2 + 12 * fields.length + 4);
  directory.writeUInt16LE(fields.length, 0);
  const behind: Buffer[] = [];
  let behindAt = end + directory.length;
  for (const [index, [tag, type, values]] of fields.entries()) {
    const at = 2 + 12 * index;
    const bytes = valuesOf(type, values);
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(bytes.length / sizes[type], at + 4);
    if (bytes.length <= 4) bytes.copy(directory, at + 8);
    else {
      directory.writeUInt32LE(behindAt, at + 8);
      behind.push(bytes);
      behindAt += bytes.length;
    }
  }
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(end, 4);
  const pictures = parts.flatMap(part => [part, Buffer.alloc(part.length % 2)]);
  return Buffer.concat([head, ...pictures, directory, ...behind]);
}

const common: readonly Field[] = [
  [256, 4, [sheet.width]],
  [257, 4, [sheet.height]],
  [258, 3, [8, 8, 8]],
  [262, 3, [6]],
  [277, 3, [3]],
  [284, 3, [1]],
];

/** Returns a sheet in tiles of JPEG. */
export function tiledJpegTiff(): Buffer {
  const side = 128;
  const places = [0, 128, 256].flatMap(top => [0, 128].map(left => [left, top] as const));
  const tiles = places.map(([left, top]) => jpegOf(left, top, side, side));
  return tiffOf(tiles, offsets => [
    ...common,
    ...([
      [259, 3, [7]],
      [322, 3, [side]],
      [323, 3, [side]],
      [324, 4, offsets],
      [325, 4, tiles.map(tile => tile.length)],
    ] as const),
  ]);
}

/** Returns a sheet as one JPEG in the old way, with some bytes missing. */
export function oldJpegTiff(missing = 0): Buffer {
  const picture = jpegOf(0, 0, sheet.width, sheet.height);
  return tiffOf([picture.subarray(0, picture.length - missing)], offsets => [
    ...common,
    ...([
      [259, 3, [6]],
      [273, 4, offsets],
      [278, 3, [sheet.height]],
      [279, 4, [picture.length]],
      [513, 4, offsets],
      [514, 4, [picture.length]],
    ] as const),
  ]);
}
