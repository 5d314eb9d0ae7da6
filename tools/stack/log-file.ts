/** A log of one child in the state folder, bounded: past the limit it becomes `<name>.log.1` and starts again. */
import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const sizeBytesMax = 10 * 1024 * 1024;

/** Appends lines to `<folder>/<name>.log`, each with its time. */
export function openLog(folder: string, name: string): (line: string) => void {
  const path = join(folder, `${name}.log`);
  let sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return line => {
    const entry = `${new Date().toISOString()} ${line}\n`;
    if (sizeBytes > sizeBytesMax) {
      renameSync(path, `${path}.1`);
      sizeBytes = 0;
    }
    // At once and in order: the last lines before a crash are the ones that are read.
    appendFileSync(path, entry, { mode: 0o600 });
    sizeBytes += Buffer.byteLength(entry);
  };
}
