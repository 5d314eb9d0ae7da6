/** The files in a ZIP file, by its directory: names may occur twice, and files may be locked. */
import { constants, inflateRawSync } from 'node:zlib';
import { LeftOut } from './left-out.mts';

/** A file in a ZIP file. */
export interface ZipEntry {
  /** Its path, as it is in the directory. */
  readonly name: string;
  /** Returns its bytes. @throws LeftOut why they aren't available, or if there are more than `bytesMax` */
  readonly read: (bytesMax: number) => Uint8Array;
}

const signatures = { end: 0x06054b50, entry: 0x02014b50, file: 0x04034b50 } as const;
const endBytes = 22;
const commentBytesMax = 65_535;
const entryBytes = 46;
const fileBytes = 30;
/** Encrypted, strongly encrypted, or with a directory that is. */
const lockedFlags = 0x0001 | 0x0040 | 0x2000;
const utf8Flag = 0x0800;
const methods = { stored: 0, deflated: 8 } as const;
/** A value of the ZIP64 record, which only files of more than 4 GiB or 65,535 entries have. */
const inZip64 = 0xffffffff;
/** Text shrinks to a tenth. A small file that becomes a large one was made to do harm. */
const ratioMax = 200;
const ratioFromBytes = 4 * 1024 * 1024;

/** Returns where the directory's end is. @throws LeftOut without one: the file is cut off */
function endOf(view: DataView): number {
  const last = view.byteLength - endBytes;
  for (let at = last; at >= 0 && at >= last - commentBytesMax; at -= 1)
    if (view.getUint32(at, true) === signatures.end) return at;
  throw new LeftOut('damaged');
}

function nameOf(bytes: Uint8Array, flags: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: (flags & utf8Flag) === 0 }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function inflated(packed: Uint8Array, size: number, bytesMax: number): Uint8Array {
  const isBomb = size > ratioFromBytes && size > packed.length * ratioMax;
  if (isBomb) throw new LeftOut('tooHard');
  try {
    // A size that isn't true is an error of the file, found before more is inflated.
    const maxOutputLength = Math.max(1, Math.min(bytesMax, size));
    return inflateRawSync(packed, { maxOutputLength, finishFlush: constants.Z_FINISH });
  } catch {
    throw new LeftOut('damaged');
  }
}

/** Returns the files in a ZIP file, without folders. @throws LeftOut if its directory is damaged */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + entryBytes > end || view.getUint32(at, true) !== signatures.entry) throw new LeftOut('damaged');
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    const packedSize = view.getUint32(at + 20, true);
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const from = view.getUint32(at + 42, true);
    const name = nameOf(bytes.subarray(at + entryBytes, at + entryBytes + nameLength), flags);
    at += entryBytes + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (/[/\\]$/u.test(name)) continue;
    const read = (bytesMax: number): Uint8Array => {
      if ((flags & lockedFlags) !== 0) throw new LeftOut('encrypted');
      if (size > bytesMax || size === inZip64 || packedSize === inZip64) throw new LeftOut('tooLarge');
      if (from + fileBytes > end || view.getUint32(from, true) !== signatures.file)
        throw new LeftOut('damaged');
      const start = from + fileBytes + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
      const packed = bytes.subarray(start, start + packedSize);
      if (packed.length !== packedSize) throw new LeftOut('damaged');
      if (method === methods.stored) return new Uint8Array(packed);
      if (method !== methods.deflated) throw new LeftOut('compressionUnknown');
      return inflated(packed, size, bytesMax);
    };
    entries.push({ name, read });
  }
  return entries;
}
