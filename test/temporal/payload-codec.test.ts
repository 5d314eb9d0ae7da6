import { randomBytes } from 'node:crypto';
import { defaultPayloadConverter, type Payload, type PayloadCodec } from '@temporalio/common';
import {
  createPayloadCodec,
  isSealed,
  type PayloadKey,
  PayloadCodecError,
} from '../../src/temporal/payload-codec';

const key = (id: string): PayloadKey => ({ id, key: randomBytes(32) });
const first = key('2026-11');
const second = key('2026-12');
const codec = createPayloadCodec([first]);

const plain = (value: unknown): Payload => defaultPayloadConverter.toPayload(value);
const valueOf = (payload: Payload | undefined): unknown =>
  payload && defaultPayloadConverter.fromPayload(payload);

async function sealOne(value: unknown, by: PayloadCodec = codec): Promise<Payload> {
  const [sealed] = await by.encode([plain(value)]);
  if (sealed === undefined) throw new Error('nothing was sealed');
  return sealed;
}

async function openOne(payload: Payload, by: PayloadCodec = codec): Promise<unknown> {
  return valueOf((await by.decode([payload]))[0]);
}

describe('The payload codec', () => {
  test.each([
    ['an object', { recordRequest: '019a9c3e-7c1d-7b52-8f5e-3d2a1b4c5d6e', n: 'Zoë – 名前' }],
    ['a string', 'plain'],
    ['null', null],
    ['nothing', undefined],
    ['bytes', Uint8Array.of(0, 1, 255)],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('returns %s unchanged', async (_, value) => {
    expect(await openOne(await sealOne(value))).toEqual(value);
  });

  test('does not seal an empty payload, which a schedule keeps after its key is gone, but seals null', async () => {
    expect(await sealOne(undefined)).toEqual(plain(undefined));
    expect(isSealed(await sealOne(null))).toBe(true);
    const disguised = { ...plain(undefined), data: Buffer.from('more') };
    expect((await codec.encode([disguised])).map(isSealed)).toEqual([true]);
  });

  test('keeps the order and number of payloads, including none', async () => {
    const values = [1, 'two', null, { four: 4 }];
    const opened = await codec.decode(await codec.encode(values.map(plain)));
    expect(opened.map(valueOf)).toEqual(values);
    await expect(codec.encode([])).resolves.toEqual([]);
    await expect(codec.decode([])).resolves.toEqual([]);
  });

  test('reveals nothing of the content or its encoding, and names its own key', async () => {
    const sealed = await sealOne('MARKED');
    const bytes = Buffer.from(sealed.data ?? []);
    expect(bytes.includes('MARKED')).toBe(false);
    expect(bytes.includes('json/plain')).toBe(false);
    expect(Object.keys(sealed.metadata ?? {})).toEqual(['encoding', 'encryption-key-id']);
    expect(Buffer.from(sealed.metadata?.['encoding'] ?? []).toString()).toBe('binary/encrypted');
    expect(Buffer.from(sealed.metadata?.['encryption-key-id'] ?? []).toString()).toBe('2026-11');
  });

  test('seals the same content differently each time', async () => {
    const sealed = await codec.encode(Array.from({ length: 100 }, () => plain('same')));
    const ivs = sealed.map(({ data }) => Buffer.from(data ?? []).toString('hex', 0, 12));
    expect(new Set(ivs).size).toBe(100);
  });

  test.each([
    ['the first byte of the IV', 0],
    ['the ciphertext', 20],
    ['the tag', -1],
  ])('rejects a payload with one bit altered in %s', async (_, at) => {
    const sealed = await sealOne('a value that is long enough');
    const data = Buffer.from(sealed.data ?? []);
    data.writeUInt8(data.readUInt8(at < 0 ? data.length + at : at) ^ 1, at < 0 ? data.length + at : at);
    await expect(openOne({ ...sealed, data })).rejects.toThrow('sealed with the key `2026-11` was altered');
  });

  test.each([0, 11, 27])('rejects a payload cut to %i bytes', async length => {
    const sealed = await sealOne('value');
    await expect(openOne({ ...sealed, data: sealed.data?.subarray(0, length) ?? null })).rejects.toThrow(
      'is cut short',
    );
  });

  test('rejects a payload under another key ID, even if both keys have the same bytes', async () => {
    const twin = createPayloadCodec([first, { id: 'twin', key: first.key }]);
    const sealed = await sealOne('value', twin);
    const renamed = { ...sealed, metadata: { ...sealed.metadata, 'encryption-key-id': Buffer.from('twin') } };
    await expect(openOne(renamed, twin)).rejects.toThrow(PayloadCodecError);
  });

  test('opens with every key in the ring and seals with the first, so that keys can be rotated', async () => {
    const rotated = createPayloadCodec([second, first]);
    expect(await openOne(await sealOne('old'), rotated)).toBe('old');
    const sealed = await sealOne('new', rotated);
    expect(Buffer.from(sealed.metadata?.['encryption-key-id'] ?? []).toString()).toBe('2026-12');
    expect(await openOne(sealed, rotated)).toBe('new');
  });

  test('names the missing key', async () => {
    const sealed = await sealOne('value');
    await expect(openOne(sealed, createPayloadCodec([second]))).rejects.toThrow(
      'sealed with the key `2026-11`, which is not in PAYLOAD_KEYS',
    );
  });

  test('does not repeat an invalid key ID', async () => {
    const sealed = await sealOne('value');
    for (const id of ['', 'A B', 'x'.repeat(17), '<script>'])
      await expect(
        openOne({ ...sealed, metadata: { ...sealed.metadata, 'encryption-key-id': Buffer.from(id) } }),
      ).rejects.toThrow('A sealed payload names no key: it was not sealed by this service.');
  });

  test('passes on payloads that were never sealed, from old histories and manual signals', async () => {
    expect(await openOne(plain({ by: 'hand' }))).toEqual({ by: 'hand' });
    const mixed = await codec.decode([plain(1), await sealOne(2), plain(3)]);
    expect(mixed.map(valueOf)).toEqual([1, 2, 3]);
  });

  test.each<[string, PayloadKey[], string]>([
    ['an empty ring', [], 'at least one key'],
    ['a duplicate ID', [first, { ...second, id: first.id }], 'an id twice'],
    ['a key of 16 bytes', [{ id: 'short', key: randomBytes(16) }], '`short` must be 32 bytes'],
  ])('rejects %s', (_, ring, message) => {
    expect(() => createPayloadCodec(ring)).toThrow(message);
  });
});
