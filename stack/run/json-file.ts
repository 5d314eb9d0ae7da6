/** Small JSON files of the state folder: written whole or not at all, parsed when read. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { z } from 'zod';
import { errorCode } from './stack-error';

/**
 * Replaces the file in one step, so that a start which is killed leaves the old or the new one; mode 0600.
 */
export function writeJsonFile(path: string, value: unknown): void {
  const fresh = `${path}.new`;
  writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, path);
}

/** The parsed content; undefined when the file is absent or not what it should be. */
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
