/**
 * Seals embed tokens: authenticated encryption, encrypt-then-MAC with AES-256-CTR and HMAC-SHA256. A token is
 *
 *     base64url( version 1 byte = 1 | key id 1 byte | IV 16 bytes | ciphertext | MAC 32 bytes )
 *
 * Each type of token has keys of its own, derived from the ring's (HKDF-SHA256, empty salt, info
 * `mrr/embed/v1/<type>/<key id>`, 64 bytes: encryption key, then MAC key), and the MAC covers
 * `mrr.embed.<type>\0 | version | key id | IV | ciphertext`: a token of one type is never one of another.
 *
 * AES-GCM would be one primitive less; docs/decisions/0010-embed-tokens.md says why these two.
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
  /** 0 to 255; it stands in every token. */
  readonly id: number;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** What a token is for. */
export type EmbedTokenType = 'auth-check' | 'site-finder' | 'clinical-data';

/** Seals and opens the tokens of one type. */
export interface TokenSealer {
  /**
   * Seals a text with the first key of the ring; twice the same text makes two tokens that have nothing in
   * common.
   */
  readonly seal: (text: string) => string;
  /**
   * The text of a token; `undefined` for anything but a token of this type, sealed with a key of this ring,
   * unaltered.
   */
  readonly open: (token: string) => string | undefined;
}

/**
 * The most characters of a token that is looked at: a form with the longest names there can be makes some
 * 5,000.
 */
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

/**
 * The bytes of a token; `undefined` unless they are written in the one way that this encoding has for them.
 */
function decode(token: string): Buffer | undefined {
  if (token.length > tokenCharactersMax || !/^[A-Za-z0-9_-]+$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  // The decoder accepts spare bits and odd lengths: several spellings would be the same token.
  return bytes.toString('base64url') === token ? bytes : undefined;
}

/**
 * The sealer of one type of token over a key ring: the first key seals, all of them open.
 * @param newIv 16 random bytes for each token; given by the test of the golden vector alone
 * @throws TypeError when the ring is empty, a key is not 32 bytes, or an id is no byte or comes twice
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
      // Nothing is decrypted, let alone parsed, before it is known to be ours.
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
