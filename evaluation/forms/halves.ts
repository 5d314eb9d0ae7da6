import { createHash } from 'node:crypto';

/** Which layouts a reader may be developed with, and which only measure it. */
export type Half = 'development' | 'held-out';

// Fixed for ever: another seed would show what was held out.
const seed = 'recordwell-forms-1';

/** The half of a layout, by its name alone, so that a layout that is added moves no other. */
export function halfOf(layoutName: string): Half {
  const digest = createHash('sha256').update(`${seed}/${layoutName}`).digest();
  return digest.readUInt8(0) % 2 === 0 ? 'development' : 'held-out';
}
