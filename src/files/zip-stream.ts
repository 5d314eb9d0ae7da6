/** ZIP files that are written while they are read, so that memory holds only a piece of one file. */
import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';

/** A file of a ZIP file. */
export interface ZipEntry {
  readonly path: string;
  readonly modifiedAt: Date;
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
}

async function* bytesOf(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    written.push(chunk);
  });
  for (const { path, modifiedAt, open } of entries) {
    // Charts are compressed already.
    const file = new ZipPassThrough(path);
    file.mtime = modifiedAt;
    zip.add(file);
    for await (const chunk of await open()) {
      file.push(chunk);
      yield* written.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* written.splice(0);
  }
  zip.end();
  yield* written.splice(0);
}

/**
 * Returns a ZIP file of these files, opened one after the other as it is read: at most 65,535 files
 * and 4 GiB.
 */
export function zipStream(entries: readonly ZipEntry[]): Readable {
  return Readable.from(bytesOf(entries), { objectMode: false });
}
