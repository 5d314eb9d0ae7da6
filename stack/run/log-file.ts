/**
 * The log of one child in the state folder. At its size limit it's renamed to `<name>.log.1`, and a new one
 * starts.
 */
import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from './stack-error';

const sizeBytesMax = 10 * 1024 * 1024;

/**
 * The format of a log: lines of other programs are prefixed with the time; ours are JSON with a time, and
 * stay unchanged.
 */
export type LogForm = 'json' | 'timed';

function isJsonObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

function entryOf(name: string, form: LogForm, line: string): string {
  const time = new Date().toISOString();
  if (form === 'timed') return `${time} ${line}`;
  // When a process crashes, Node writes plain text, which would break readers of JSON lines.
  return isJsonObject(line) ? line : JSON.stringify({ level: 'warn', time, process: name, msg: line });
}

/** Appends lines to `<folder>/<name>.log`. */
export function openLog(folder: string, name: string, form: LogForm): (line: string) => void {
  const path = join(folder, `${name}.log`);
  let sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return line => {
    const entry = `${entryOf(name, form, line)}\n`;
    if (sizeBytes > sizeBytesMax) {
      renameSync(path, `${path}.1`);
      sizeBytes = 0;
    }
    try {
      // Synchronously, because the last lines before a crash are the ones that people read.
      appendFileSync(path, entry, { mode: 0o600 });
    } catch (error) {
      // The part that wrote the line fails for the same reason and reports it.
      if (!isDiskFull(error)) throw error;
    }
    sizeBytes += Buffer.byteLength(entry);
  };
}
