import { randomBytes } from 'node:crypto';

/** Returns a UUIDv7 before every one made at the instant or later. */
export function firstUuidv7Of(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The counter's bits: the twelve of `rand_a` and the first fourteen of `rand_b`. */
const counterMax = 2 ** 26;

/** The time of the last key, and the counter's value. */
let last = { time: Number.NaN, count: 0 };

/**
 * Counts the keys of one millisecond from a random start (RFC 9562 §6.2, method 1), whose first bit is left
 * free for counting.
 */
function countAt(time: number, random: number): number {
  last = { time, count: time === last.time ? (last.count + 1) % counterMax : random % (counterMax / 2) };
  return last.count;
}

/**
 * Returns a UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, a counter, and 48 random bits. Later keys
 * sort later, so that index pages fill in order; a process's keys within one millisecond sort in order of
 * creation.
 */
export function uuidv7(at: Date): string {
  const bytes = randomBytes(16);
  const count = countAt(at.getTime(), bytes.readUInt32BE(6));
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes.writeUInt16BE(0x7000 | (count >> 14), 6);
  bytes.writeUInt16BE(0x8000 | (count & 0x3fff), 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
