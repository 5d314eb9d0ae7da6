/**
 * Seals what Temporal stores: arguments, results, signals, heartbeats, memos, summaries and (with the failure
 * converter) failure messages. Histories hold identifiers only; this is the second lock.
 *
 * AES-256-GCM over the whole payload proto, so that its metadata is sealed too. A sealed payload has the
 * metadata `encoding: binary/encrypted`, `encryption-key-id: <id>`, and the data IV (12 bytes) ‖ ciphertext ‖
 * tag (16 bytes). Version and key id are authenticated with it: a payload cannot be passed off as sealed with
 * another key.
 *
 * Not sealed is the payload that says "nothing" (`binary/null`). There is nothing in it to keep, and a
 * schedule hands the result of its last run to the next: sealed, an old key could never go.
 *
 * Not sealed, by Temporal's design: workflow ids, type names, search attributes, headers and
 * `ApplicationFailure.type`.
 */
import { type KeyObject, createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { temporal } from '@temporalio/proto';

/**
 * A key of the ring (`PAYLOAD_KEYS`). Replace a key long before it has sealed 2^32 payloads: with random IVs
 * that is where NIST SP 800-38D (8.3) stops. Keep the old ones in the ring as long as a history sealed with
 * them exists (the namespace's retention, and the longest open workflow).
 */
export interface PayloadKey {
  /** 1 to 16 of `a-z 0-9 -`; stored in clear. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** A sealed payload that cannot be opened. The message names the key, never the content. */
export class PayloadCodecError extends Error {
  override readonly name = 'PayloadCodecError';
  readonly isMessageSafe = true;
}

const sealedEncoding = 'binary/encrypted';
/** Of what `undefined` becomes: a function without a result, an argument that was left out. */
const nothingEncoding = 'binary/null';
const ivBytes = 12;
const tagBytes = 16;

const proto = temporal.api.common.v1.Payload;

/** The metadata of a payload as text. */
function metadataText(payload: Payload, name: string): string | undefined {
  const bytes = payload.metadata?.[name];
  return bytes == null ? undefined : Buffer.from(bytes).toString();
}

/** Whether a payload says "nothing", and no more. */
function isNothing(payload: Payload): boolean {
  return metadataText(payload, 'encoding') === nothingEncoding && (payload.data?.length ?? 0) === 0;
}

/** Whether a payload was sealed by a codec like this one. */
export function isSealed(payload: Payload): boolean {
  return metadataText(payload, 'encoding') === sealedEncoding;
}

/** The id of the key that a payload is sealed with; `undefined` of one that is not sealed. */
export function sealingKeyIdOf(payload: Payload): string | undefined {
  return metadataText(payload, 'encryption-key-id');
}

function authenticatedText(keyId: string): Buffer {
  return Buffer.from(`recordwell payload 1 ${keyId}`);
}

/**
 * A key ready for use. Given bytes, Node would make a key object for every payload, which costs more than the
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
 * The codec of a key ring: the first key seals, all of them open.
 *
 * A payload that is not sealed is opened as it is: histories from before there was a codec stay readable, and
 * a signal sent by hand with `temporal workflow signal` arrives. Sealing keeps secrets; it does not say who
 * may write to Temporal, which its own access control does.
 * @throws TypeError when the ring is empty, a key is not 32 bytes or an id comes twice
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
  // Synchronous on purpose: payloads are identifiers, and for a few hundred bytes WebCrypto's thread hop
  // costs more.
  return {
    encode: async payloads => payloads.map(payload => (isNothing(payload) ? payload : seal(payload, first))),
    decode: async payloads => payloads.map(payload => open(payload, keys)),
  };
}
