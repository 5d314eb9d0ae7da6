/** What a customer gets of a stack: its `stack.json`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stackFileSchema, type StackFile } from '../run/state-folder';

/** @throws when no stack has been ready in this folder */
export function readStackFile(state: string): StackFile {
  return stackFileSchema.parse(JSON.parse(readFileSync(join(state, 'stack.json'), 'utf8')));
}
