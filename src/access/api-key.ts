import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '../domain/projects/project';

// rw_live_ or rw_test_, 43 base62 characters (256 random bits), and 6 base62 characters of the CRC-32 of what
// precedes. With the checksum, secret scanners recognize keys, and we reject noise without asking the
// database.
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyPattern = /^rw_(live|test)_[0-9A-Za-z]{49}$/;
const secretLength = 43;
const checksumLength = 6;

const prefixes: Readonly<Record<Environment, string>> = { production: 'rw_live_', sandbox: 'rw_test_' };

function base62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  while (text.length < length) {
    text = alphabet.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength);
}

/** Generates a new key; the caller shows it once and stores its fingerprint. */
export function makeApiKey(environment: Environment): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
  const unchecked = prefixes[environment] + secret;
  return unchecked + checksum(unchecked);
}

/**
 * Whether a text has the format of a key and a correct checksum; it doesn't show whether the key is active.
 */
export function isWellFormedApiKey(text: string): boolean {
  if (!keyPattern.test(text)) return false;
  const cut = text.length - checksumLength;
  return checksum(text.slice(0, cut)) === text.slice(cut);
}

// Created once per secret: for bytes, Node creates a key object for each HMAC, which costs six times the HMAC
// itself.
const secretKeys = new WeakMap<Buffer, KeyObject>();

function secretKeyOf(secret: Buffer): KeyObject {
  const known = secretKeys.get(secret);
  if (known !== undefined) return known;
  const made = createSecretKey(secret);
  secretKeys.set(secret, made);
  return made;
}

/**
 * Returns the fingerprint under which a key is stored and found: HMAC-SHA256 with a secret that isn't in the
 * database.
 */
export function fingerprintOf(key: string, fingerprintSecret: Buffer): Buffer {
  return createHmac('sha256', secretKeyOf(fingerprintSecret)).update(key).digest();
}
