/** Small JSON files in the state folder: written atomically, and validated when read. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { z } from 'zod';
import { errorCode } from './stack-error';

/**
 * Replaces the file atomically (mode 0600), so that a start that's killed leaves the old file or the new one.
 */
export function writeJsonFile(path: string, value: unknown): void {
  const fresh = `${path}.new`;
  writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, path);
}

/** Returns the parsed content; undefined if the file is missing or invalid. */
export function readJsonFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): z.output<Schema> | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
