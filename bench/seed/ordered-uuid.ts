import type { Draw } from './draw';

// Sixteen bits at a time: four hexadecimal digits.
const digits = Array.from({ length: 2 ** 16 }, (_none, word) => word.toString(16).padStart(4, '0'));

function hex(word: number): string {
  return digits[word & 0xffff] ?? '';
}

/**
 * A UUIDv7 (RFC 9562 §5.7) of an instant: its milliseconds, twelve bits of a number within it (method 1 of
 * §6.2), as PostgreSQL's own `uuidv7()` has them of the clock, and random bits of the stream.
 */
export function orderedUuid(atMs: number, number: number, draw: Draw): string {
  const high = Math.floor(atMs / 2 ** 32);
  const low = atMs % 2 ** 32;
  return (
    `${hex(high)}${hex(low / 2 ** 16)}-${hex(low)}-${hex(0x7000 | (number & 0x0fff))}-` +
    `${hex(0x8000 | (draw.word() & 0x3fff))}-${hex(draw.word())}${hex(draw.word())}${hex(draw.word())}`
  );
}
