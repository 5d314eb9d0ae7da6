/**
 * Encrypts ("seals") what Temporal stores: arguments, results, signals, heartbeats, memos, summaries, and
 * (with the failure converter) failure messages. Histories contain only identifiers; this is the second lock.
 *
 * AES-256-GCM over the whole payload proto, so that its metadata is sealed too. A sealed payload has the
 * metadata `encoding: binary/encrypted`, `encryption-key-id: <id>`, and the data IV (12 bytes) ‖ ciphertext ‖
 * tag (16 bytes). Version and key id are authenticated with it: a payload can't be passed off as sealed with
 * another key.
 *
 * The payload that says "nothing" (`binary/null`) isn't sealed. There is nothing to protect, and a schedule
 * passes the result of its last run to the next: sealed, an old key could never be removed.
 *
 * Not sealed, by Temporal's design: workflow ids, type names, search attributes, headers, and
 * `ApplicationFailure.type`.
 */
import { type KeyObject, createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { temporal } from '@temporalio/proto';

/**
 * A key of the ring (`PAYLOAD_KEYS`). Replace a key long before it has sealed 2^32 payloads, the limit of
 * NIST SP 800-38D (8.3) for random IVs. Keep the old ones in the ring as long as a history sealed with them
 * exists (the namespace's retention, and the longest open workflow).
 */
export interface PayloadKey {
  /** 1 to 16 characters of `a-z 0-9 -`; stored unencrypted. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** A sealed payload that can't be opened. The message names the key, never the content. */
export class PayloadCodecError extends Error {
  override readonly name = 'PayloadCodecError';
  readonly isMessageSafe = true;
}

const sealedEncoding = 'binary/encrypted';
/** The encoding of `undefined`: a function without a result, an omitted argument. */
const nothingEncoding = 'binary/null';
const ivBytes = 12;
const tagBytes = 16;

const proto = temporal.api.common.v1.Payload;

/** Returns the metadata of a payload as text. */
function metadataText(payload: Payload, name: string): string | undefined {
  const bytes = payload.metadata?.[name];
  return bytes == null ? undefined : Buffer.from(bytes).toString();
}

/** Whether a payload says "nothing". */
function isNothing(payload: Payload): boolean {
  return metadataText(payload, 'encoding') === nothingEncoding && (payload.data?.length ?? 0) === 0;
}

/** Whether a payload was sealed by a codec like this one. */
export function isSealed(payload: Payload): boolean {
  return metadataText(payload, 'encoding') === sealedEncoding;
}

/** Returns the id of the key that a payload is sealed with; `undefined` if it isn't sealed. */
export function sealingKeyIdOf(payload: Payload): string | undefined {
  return metadataText(payload, 'encryption-key-id');
}

function authenticatedText(keyId: string): Buffer {
  return Buffer.from(`recordwell payload 1 ${keyId}`);
}

/**
 * A key ready for use. For bytes, Node would create a key object for every payload, which costs more than
 * sealing.
 */
interface ReadyKey {
  readonly id: string;
  readonly key: KeyObject;
}

function seal(payload: Payload, { id, key }: ReadyKey): Payload {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(
    authenticatedText(id),
  );
  const plain = proto.encode(payload).finish();
  return {
    metadata: { encoding: Buffer.from(sealedEncoding), 'encryption-key-id': Buffer.from(id) },
    data: Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]),
  };
}

function open(payload: Payload, keys: ReadonlyMap<string, ReadyKey>): Payload {
  if (!isSealed(payload)) return payload;
  const id = sealingKeyIdOf(payload) ?? '';
  if (!/^[a-z0-9-]{1,16}$/.test(id))
    throw new PayloadCodecError('A sealed payload names no key: it was not sealed by this service.');
  const found = keys.get(id);
  if (found === undefined)
    throw new PayloadCodecError(
      `A payload is sealed with the key \`${id}\`, which is not in PAYLOAD_KEYS; add it again, ` +
        'after the first, to read what it sealed.',
    );
  const data = payload.data ?? new Uint8Array();
  if (data.length < ivBytes + tagBytes)
    throw new PayloadCodecError(`A payload sealed with the key \`${id}\` is cut short.`);
  const decipher = createDecipheriv('aes-256-gcm', found.key, data.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(authenticatedText(id))
    .setAuthTag(data.subarray(-tagBytes));
  try {
    const plain = Buffer.concat([decipher.update(data.subarray(ivBytes, -tagBytes)), decipher.final()]);
    return proto.decode(plain);
  } catch (cause) {
    throw new PayloadCodecError(
      `A payload sealed with the key \`${id}\` was altered, or that key in PAYLOAD_KEYS is another one.`,
      { cause },
    );
  }
}

/**
 * Creates the codec of a key ring: the first key seals, all of them open.
 *
 * An unsealed payload is passed unchanged: histories from before the codec stay readable, and a signal sent
 * manually with `temporal workflow signal` arrives. Sealing keeps secrets; who may write to Temporal is
 * decided by its own access control.
 * @throws TypeError if the ring is empty, a key isn't 32 bytes, or an id occurs twice
 * @throws PayloadCodecError from `decode`, for an unknown key or an altered payload
 */
export function createPayloadCodec(ring: readonly PayloadKey[]): PayloadCodec {
  for (const { id, key } of ring)
    if (key.length !== 32) throw new TypeError(`PAYLOAD_KEYS: the key \`${id}\` must be 32 bytes.`);
  const ready = ring.map(({ id, key }): ReadyKey => ({ id, key: createSecretKey(key) }));
  const [first] = ready;
  if (first === undefined) throw new TypeError('PAYLOAD_KEYS must hold at least one key.');
  const keys = new Map(ready.map(entry => [entry.id, entry]));
  if (keys.size < ring.length) throw new TypeError('PAYLOAD_KEYS must not hold an id twice.');
  // Deliberately synchronous: payloads are identifiers, and for a few hundred bytes WebCrypto's thread switch
  // costs more.
  return {
    encode: async payloads => payloads.map(payload => (isNothing(payload) ? payload : seal(payload, first))),
    decode: async payloads => payloads.map(payload => open(payload, keys)),
  };
}
