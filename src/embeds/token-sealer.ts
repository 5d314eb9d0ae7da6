/**
 * Seals embed tokens with encrypt-then-MAC: AES-256-CTR, then HMAC-SHA256. A token is
 *
 *     base64url( version 1 byte = 1 | key id 1 byte | IV 16 bytes | ciphertext | MAC 32 bytes )
 *
 * Each type has its own keys, derived from the ring's keys: HKDF-SHA256, empty salt, info
 * `mrr/embed/v1/<type>/<key id>`, 64 bytes (encryption key, then MAC key). The MAC covers
 * `mrr.embed.<type>\0 | version | key id | IV | ciphertext`, so a token of one type never opens as another.
 *
 * docs/decisions/0010-embed-tokens.md says why this isn't AES-GCM.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';

/** A key of the ring (`EMBED_KEYS`). */
export interface EmbedKey {
  /** 0 to 255; part of every token. */
  readonly id: number;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** The embed that a token opens. */
export type EmbedTokenType = 'auth-check' | 'site-finder' | 'clinical-data';

/** Seals and opens the tokens of one type. */
export interface TokenSealer {
  /** Seals a text with the first key of the ring. The same text gives a different token each time. */
  readonly seal: (text: string) => string;
  /**
   * Returns the text of a token; `undefined` unless it's an unaltered token of this type, sealed with a key
   * of this ring.
   */
  readonly open: (token: string) => string | undefined;
}

/** The longest token that is read, in characters. The longest allowed names give about 5,000. */
export const tokenCharactersMax = 8_192;

const version = 1;
const ivBytes = 16;
const macBytes = 32;
const headerBytes = 2;
const cipher = 'aes-256-ctr';

interface ReadyKey {
  readonly id: number;
  readonly encryption: KeyObject;
  readonly authentication: KeyObject;
}

function derive(type: EmbedTokenType, { id, key }: EmbedKey): ReadyKey {
  const info = `mrr/embed/v1/${type}/${id}`;
  const material = Buffer.from(hkdfSync('sha256', key, new Uint8Array(), info, 64));
  return {
    id,
    encryption: createSecretKey(material.subarray(0, 32)),
    authentication: createSecretKey(material.subarray(32)),
  };
}

/** Decodes a token; returns `undefined` unless it's the canonical base64url encoding of its bytes. */
function decode(token: string): Buffer | undefined {
  if (token.length > tokenCharactersMax || !/^[A-Za-z0-9_-]+$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  // Node's decoder ignores spare bits, so several spellings could decode to the same token.
  return bytes.toString('base64url') === token ? bytes : undefined;
}

/**
 * Creates the sealer of one type of token. The first key of the ring seals; any key opens.
 * @param newIv returns 16 random bytes for each token; only the golden-vector test replaces it
 * @throws TypeError if the ring is empty, a key isn't 32 bytes, or an id isn't a byte or occurs twice
 */
export function createTokenSealer(
  type: EmbedTokenType,
  ring: readonly EmbedKey[],
  newIv: () => Buffer = () => randomBytes(ivBytes),
): TokenSealer {
  for (const { id, key } of ring) {
    if (!Number.isInteger(id) || id < 0 || id > 255)
      throw new TypeError('EMBED_KEYS: an id must be 0 to 255.');
    if (key.length !== 32) throw new TypeError(`EMBED_KEYS: the key ${id} must be 32 bytes.`);
  }
  const ready = ring.map(key => derive(type, key));
  const [first] = ready;
  if (first === undefined) throw new TypeError('EMBED_KEYS must hold at least one key.');
  const keys = new Map(ready.map(key => [key.id, key]));
  if (keys.size < ring.length) throw new TypeError('EMBED_KEYS must not hold an id twice.');

  const macOf = (key: ReadyKey, sealed: Uint8Array): Buffer =>
    createHmac('sha256', key.authentication).update(`mrr.embed.${type}\0`).update(sealed).digest();

  return {
    seal: text => {
      const iv = newIv();
      const encryption = createCipheriv(cipher, first.encryption, iv);
      const sealed = Buffer.concat([
        Buffer.of(version, first.id),
        iv,
        encryption.update(text, 'utf8'),
        encryption.final(),
      ]);
      return Buffer.concat([sealed, macOf(first, sealed)]).toString('base64url');
    },
    open: token => {
      const bytes = decode(token);
      if (bytes === undefined || bytes.length < headerBytes + ivBytes + macBytes) return undefined;
      const [tokenVersion, id = -1] = bytes;
      const key = keys.get(id);
      if (tokenVersion !== version || key === undefined) return undefined;
      const sealed = bytes.subarray(0, -macBytes);
      // Check the MAC before decrypting anything.
      if (!timingSafeEqual(macOf(key, sealed), bytes.subarray(-macBytes))) return undefined;
      const iv = sealed.subarray(headerBytes, headerBytes + ivBytes);
      const decryption = createDecipheriv(cipher, key.encryption, iv);
      return Buffer.concat([
        decryption.update(sealed.subarray(headerBytes + ivBytes)),
        decryption.final(),
      ]).toString('utf8');
    },
  };
}
