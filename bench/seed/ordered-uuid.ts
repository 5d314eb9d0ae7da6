import type { Draw } from './draw';

// Sixteen bits at a time: four hexadecimal digits.
const digits = Array.from({ length: 2 ** 16 }, (_none, word) => word.toString(16).padStart(4, '0'));

function hex(word: number): string {
  return digits[word & 0xffff] ?? '';
}

/**
 * Returns the UUIDv7 (RFC 9562 §5.7) of a time: its milliseconds, a twelve-bit number within the millisecond
 * (method 1 of §6.2; PostgreSQL's `uuidv7()` takes it from the clock), and random bits of the stream.
 */
export function orderedUuid(atMs: number, number: number, draw: Draw): string {
  const high = Math.floor(atMs / 2 ** 32);
  const low = atMs % 2 ** 32;
  return (
    `${hex(high)}${hex(low / 2 ** 16)}-${hex(low)}-${hex(0x7000 | (number & 0x0fff))}-` +
    `${hex(0x8000 | (draw.word() & 0x3fff))}-${hex(draw.word())}${hex(draw.word())}${hex(draw.word())}`
  );
}
