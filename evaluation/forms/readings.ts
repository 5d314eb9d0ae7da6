/** Reads documents as production does, and keeps the readings until the reader changes. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Reading } from '../../src/reading/document-layout';
import { parseReading } from '../../src/reading/parse-reading';
import { readDocument } from '../../src/reading/read-document';

const root = join(__dirname, '../..');
/** Where readings are kept. */
export const readingsCache = join(root, 'node_modules/.cache/forms');

/** Returns a fingerprint of the files in folders of the repository whose names match. */
export async function fingerprintOf(folders: readonly string[], names: RegExp): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const name of (await readdir(join(root, folder), { recursive: true })).toSorted())
      if (names.test(name)) hash.update(await readFile(join(root, folder, name)));
  return hash.digest('hex');
}

/**
 * Returns a fingerprint of what a reading depends on besides the document: the reader's code, and the weights
 * of its networks.
 */
export async function readerFingerprint(): Promise<string> {
  return fingerprintOf(['src/reading'], /^(?!extraction\/).*\.(?:m?ts|onnx|json)$/);
}

/** Reads a document. */
export type Read = (pdf: Uint8Array) => Promise<Reading>;

/** Returns a reader that reads each document once, and again only after its code or models have changed. */
export async function cachedReader(isFresh: boolean): Promise<Read> {
  await mkdir(readingsCache, { recursive: true });
  const reader = await readerFingerprint();
  return async pdf => {
    const key = createHash('sha256').update(reader).update(pdf).digest('hex');
    const path = join(readingsCache, `${key}.json`);
    const kept = isFresh ? undefined : await readFile(path, 'utf8').catch(() => undefined);
    const parsed = kept === undefined ? undefined : parseReading(kept);
    if (parsed !== undefined) return parsed;
    const reading = await readDocument(pdf);
    await writeFile(path, JSON.stringify(reading));
    return reading;
  };
}

/** Works on all items, as many at a time as there are cores. */
export async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
}
