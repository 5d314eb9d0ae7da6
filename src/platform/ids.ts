import { randomBytes } from 'node:crypto';

/** Before every UUIDv7 that was made at the instant or later. */
export function firstUuidv7Of(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/**
 * A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then 74 random bits, so that keys made later sort later
 * and index pages fill in order.
 */
export function uuidv7(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
