/**
 * A log of one child in the state folder, bounded: past the limit it becomes `<name>.log.1` and starts again.
 */
import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from './stack-error';

const sizeBytesMax = 10 * 1024 * 1024;

/**
 * How a log's lines are kept: those of others with their time before them; ours, which are JSON and have it,
 * as they are.
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
  // What Node itself writes, of a process that dies: a line of text, which would break who reads JSON.
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
      // At once and in order: the last lines before a crash are the ones that are read.
      appendFileSync(path, entry, { mode: 0o600 });
    } catch (error) {
      // The part that wrote the line fails for the same reason, and says so.
      if (!isDiskFull(error)) throw error;
    }
    sizeBytes += Buffer.byteLength(entry);
  };
}
