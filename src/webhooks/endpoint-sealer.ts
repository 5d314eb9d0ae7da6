/**
 * Encrypts ("seals") the credentials of an endpoint for storage: its signing secrets, with which anyone could
 * forge our events, and its custom headers, whose values are credentials of the receiver. AES-256-GCM; a
 * sealed text is
 *
 *     <key id>.base64url( IV 12 bytes | ciphertext | tag 16 bytes )
 *
 * Its kind and its endpoint are authenticated with it: a text sealed for one endpoint can't be opened for
 * another, nor headers as a secret.
 */
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { isUuid } from '../domain/text';
import type { CustomHeader } from './egress/custom-headers';

/** A key of the ring (`WEBHOOK_KEYS`). */
export interface WebhookKey {
  /** 1 to 16 characters of `a-z 0-9 -`; stored unencrypted. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** Seals and opens the credentials of endpoints. */
export interface EndpointSealer {
  /** The prefix of texts sealed with the first key of the ring. */
  readonly currentPrefix: string;
  /** Seals with the first key of the ring; `null` if there is nothing to seal. */
  readonly sealHeaders: (endpointUid: string, headers: readonly CustomHeader[]) => string | null;
  /**
   * Opens sealed headers.
   * @throws SealedCredentialError if the text was altered, belongs to another endpoint, or its key isn't in
   * the ring
   */
  readonly openHeaders: (endpointUid: string, sealed: string | null) => readonly CustomHeader[];
  /** Seals a signing secret with the first key of the ring. @param secret a UUID */
  readonly sealSecret: (endpointUid: string, secret: string) => string;
  /**
   * Opens a signing secret. A UUID is an unencrypted secret from the release before sealing, and is returned
   * unchanged.
   * @throws SealedCredentialError as `openHeaders`
   */
  readonly openSecret: (endpointUid: string, stored: string) => string;
}

/**
 * A sealed credential that can't be opened: a fault of ours. The message names the key, never the content.
 */
export class SealedCredentialError extends Error {
  override readonly name = 'SealedCredentialError';
  readonly isMessageSafe = true;
}

/** The kinds of sealed texts: the word that is authenticated with it, and its name in errors. */
const kinds = { headers: 'The custom headers of an endpoint', secret: 'A signing secret' } as const;
type Kind = keyof typeof kinds;

const cipherName = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const sealedPattern = /^([a-z0-9-]{1,16})\.([A-Za-z0-9_-]+)$/;
const headersSchema = z.array(z.object({ name: z.string(), value: z.string() }));

function authenticatedText(kind: Kind, keyId: string, endpointUid: string): Buffer {
  return Buffer.from(`recordwell webhook ${kind} 1 ${keyId} ${endpointUid}`);
}

/** @throws TypeError if the ring is empty, a key isn't 32 bytes, or an id occurs twice */
function keysOf(ring: readonly WebhookKey[]): {
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly first: readonly [id: string, key: KeyObject];
} {
  for (const { id, key } of ring)
    if (key.length !== 32) throw new TypeError(`WEBHOOK_KEYS: the key \`${id}\` must be 32 bytes.`);
  const keys = new Map<string, KeyObject>(ring.map(({ id, key }) => [id, createSecretKey(key)]));
  const [first] = keys;
  if (first === undefined) throw new TypeError('WEBHOOK_KEYS must hold at least one key.');
  if (keys.size < ring.length) throw new TypeError('WEBHOOK_KEYS must not hold an id twice.');
  return { keys, first };
}

function sealWith(key: KeyObject, authenticated: Buffer, plain: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(cipherName, key, iv, { authTagLength: tagBytes }).setAAD(authenticated);
  return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error if it was altered, or was sealed with another key or as another kind */
function openWith(key: KeyObject, authenticated: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv(cipherName, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(authenticated)
    .setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]).toString();
}

/**
 * Returns the sealer of a key ring: the first key seals, all of them open.
 * @throws TypeError if the ring is empty, a key isn't 32 bytes, or an id occurs twice
 */
export function createEndpointSealer(ring: readonly WebhookKey[]): EndpointSealer {
  const {
    keys,
    first: [firstId, firstKey],
  } = keysOf(ring);
  const seal = (kind: Kind, endpointUid: string, plain: string): string => {
    const sealed = sealWith(firstKey, authenticatedText(kind, firstId, endpointUid), plain);
    return `${firstId}.${sealed.toString('base64url')}`;
  };
  const open = (kind: Kind, endpointUid: string, text: string): string => {
    const [, id = '', encoded = ''] = sealedPattern.exec(text) ?? [];
    const key = keys.get(id);
    if (key === undefined)
      throw new SealedCredentialError(
        `${kinds[kind]} can't be decrypted without the key \`${id}\`, which isn't in WEBHOOK_KEYS. ` +
          'Add it again, after the first one.',
      );
    try {
      return openWith(key, authenticatedText(kind, id, endpointUid), Buffer.from(encoded, 'base64url'));
    } catch (cause) {
      throw new SealedCredentialError(
        `${kinds[kind]} can't be decrypted with the key \`${id}\`: the text was altered, or ` +
          'WEBHOOK_KEYS has a different key with this ID.',
        { cause },
      );
    }
  };
  return {
    currentPrefix: `${firstId}.`,
    sealHeaders: (endpointUid, headers) =>
      headers.length === 0 ? null : seal('headers', endpointUid, JSON.stringify(headers)),
    openHeaders: (endpointUid, sealed) =>
      sealed === null ? [] : headersSchema.parse(JSON.parse(open('headers', endpointUid, sealed))),
    sealSecret: (endpointUid, secret) => seal('secret', endpointUid, secret),
    openSecret: (endpointUid, stored) => (isUuid(stored) ? stored : open('secret', endpointUid, stored)),
  };
}
