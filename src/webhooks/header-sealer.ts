/**
 * Seals the custom headers of an endpoint, whose values are credentials of the receiver: AES-256-GCM. A sealed text is
 *
 *     <key id>.base64url( IV 12 bytes | ciphertext | tag 16 bytes )
 *
 * The endpoint is authenticated with it: what was sealed for one is not opened for another.
 */
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { CustomHeader } from './egress/custom-headers';

/** A key of the ring (`WEBHOOK_KEYS`). */
export interface HeaderKey {
  /** 1 to 16 of `a-z 0-9 -`; stored in clear. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** Seals and opens the custom headers of endpoints. */
export interface HeaderSealer {
  /** Seals with the first key of the ring; `null` where there is nothing to seal. */
  readonly seal: (endpointUid: string, headers: readonly CustomHeader[]) => string | null;
  /** @throws SealedHeadersError when the text was altered, is another endpoint's, or its key is not in the ring */
  readonly open: (endpointUid: string, sealed: string | null) => readonly CustomHeader[];
}

/** Sealed headers that cannot be opened: a fault of ours. The message names the key, never the content. */
export class SealedHeadersError extends Error {
  override readonly name = 'SealedHeadersError';
  readonly isMessageSafe = true;
}

const cipherName = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const sealedPattern = /^([a-z0-9-]{1,16})\.([A-Za-z0-9_-]+)$/;
const headersSchema = z.array(z.object({ name: z.string(), value: z.string() }));

function authenticatedText(keyId: string, endpointUid: string): Buffer {
  return Buffer.from(`recordwell webhook headers 1 ${keyId} ${endpointUid}`);
}

/**
 * The sealer of a key ring: the first key seals, all of them open.
 * @throws TypeError when the ring is empty, a key is not 32 bytes or an id comes twice
 */
export function createHeaderSealer(ring: readonly HeaderKey[]): HeaderSealer {
  for (const { id, key } of ring)
    if (key.length !== 32) throw new TypeError(`WEBHOOK_KEYS: the key \`${id}\` must be 32 bytes.`);
  const keys = new Map<string, KeyObject>(ring.map(({ id, key }) => [id, createSecretKey(key)]));
  const [first] = keys;
  if (first === undefined) throw new TypeError('WEBHOOK_KEYS must hold at least one key.');
  if (keys.size < ring.length) throw new TypeError('WEBHOOK_KEYS must not hold an id twice.');
  const [firstId, firstKey] = first;
  return {
    seal: (endpointUid, headers) => {
      if (headers.length === 0) return null;
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(cipherName, firstKey, iv, { authTagLength: tagBytes }).setAAD(
        authenticatedText(firstId, endpointUid),
      );
      const sealed = Buffer.concat([
        iv,
        cipher.update(JSON.stringify(headers), 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `${firstId}.${sealed.toString('base64url')}`;
    },
    open: (endpointUid, text) => {
      if (text === null) return [];
      const [, id = '', encoded = ''] = sealedPattern.exec(text) ?? [];
      const key = keys.get(id);
      if (key === undefined)
        throw new SealedHeadersError(
          `Custom headers are sealed with the key \`${id}\`, which is not in WEBHOOK_KEYS; add it again, after the first.`,
        );
      const sealed = Buffer.from(encoded, 'base64url');
      try {
        const decipher = createDecipheriv(cipherName, key, sealed.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
          .setAAD(authenticatedText(id, endpointUid))
          .setAuthTag(sealed.subarray(-tagBytes));
        const plain = Buffer.concat([
          decipher.update(sealed.subarray(ivBytes, -tagBytes)),
          decipher.final(),
        ]).toString('utf8');
        return headersSchema.parse(JSON.parse(plain));
      } catch (cause) {
        throw new SealedHeadersError(
          `Custom headers sealed with the key \`${id}\` were altered, or that key in WEBHOOK_KEYS is another one.`,
          { cause },
        );
      }
    },
  };
}
