/** Reads `stack.json`, which has what a customer needs to use a stack. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stackFileSchema, type StackFile } from '../run/state-folder';

/** @throws if no stack was ever ready in this folder */
export function readStackFile(state: string): StackFile {
  return stackFileSchema.parse(JSON.parse(readFileSync(join(state, 'stack.json'), 'utf8')));
}
