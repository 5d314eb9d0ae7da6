import { createEndpointSealer } from '../../src/webhooks/endpoint-sealer';

const old = { id: 'k1', key: Buffer.alloc(32, 1) };
const current = { id: 'k2', key: Buffer.alloc(32, 2) };
const headers = [{ name: 'Authorization', value: 'Bearer of-the-receiver' }];
const secret = '0f4d7a1e-93b2-4c6e-8a57-2e1f60c9d4b8';
const endpoint = '01a1fa97-cbfd-72da-9b40-09c034bab473';

test('A sealed value can be opened again and reveals nothing while sealed [HOOK-9]', () => {
  const sealer = createEndpointSealer([current]);
  const sealed = sealer.sealHeaders(endpoint, headers);
  expect(sealed).toMatch(/^k2\.[A-Za-z0-9_-]+$/);
  expect(Buffer.from(sealed?.slice(3) ?? '', 'base64url').includes('of-the-receiver')).toBe(false);
  expect(sealer.sealHeaders(endpoint, headers)).not.toBe(sealed);
  expect(sealer.openHeaders(endpoint, sealed)).toEqual(headers);
});

test('An empty list of headers is not sealed', () => {
  const sealer = createEndpointSealer([current]);
  expect(sealer.sealHeaders(endpoint, [])).toBeNull();
  expect(sealer.openHeaders(endpoint, null)).toEqual([]);
});

test('The first key seals, and every key in the ring opens', () => {
  const sealed = createEndpointSealer([old]).sealHeaders(endpoint, headers);
  const both = createEndpointSealer([current, old]);
  expect(both.openHeaders(endpoint, sealed)).toEqual(headers);
  expect(both.sealHeaders(endpoint, headers)).toMatch(/^k2\./);
  expect(() => createEndpointSealer([current]).openHeaders(endpoint, sealed)).toThrow(
    "the key `k1`, which isn't in",
  );
});

test('A secret is sealed like headers, and neither can be opened as the other [DECISION-80]', () => {
  const sealer = createEndpointSealer([current, old]);
  const sealed = sealer.sealSecret(endpoint, secret);
  expect(sealed).toMatch(/^k2\.[A-Za-z0-9_-]+$/);
  expect(sealed.startsWith(sealer.currentPrefix)).toBe(true);
  expect(sealer.openSecret(endpoint, sealed)).toBe(secret);
  expect(sealer.openSecret(endpoint, createEndpointSealer([old]).sealSecret(endpoint, secret))).toBe(secret);
  expect(() => sealer.openSecret(endpoint.replace('01', '02'), sealed)).toThrow('was altered');
  expect(() => sealer.openSecret(endpoint, sealer.sealHeaders(endpoint, headers) ?? '')).toThrow(
    'was altered',
  );
  expect(() => sealer.openHeaders(endpoint, sealed)).toThrow('was altered');
});

test('A secret stored unsealed by a previous release is opened unchanged [DECISION-80]', () => {
  expect(createEndpointSealer([current]).openSecret(endpoint, secret)).toBe(secret);
});

test('A sealer error names the key and nothing of the sealed value', () => {
  const sealed = createEndpointSealer([old]).sealSecret(endpoint, secret);
  const open = (): string => createEndpointSealer([current]).openSecret(endpoint, sealed);
  expect(open).toThrow(
    "A signing secret can't be decrypted without the key `k1`, which isn't in WEBHOOK_KEYS. Add it " +
      'again, after the first one.',
  );
});

test.each([
  ['another endpoint', (sealed: string) => sealed, 'another'],
  [
    'an altered byte',
    (sealed: string) => `${sealed.slice(0, 8)}${sealed[8] === 'A' ? 'B' : 'A'}${sealed.slice(9)}`,
    endpoint,
  ],
  ['a text cut short', (sealed: string) => sealed.slice(0, 12), endpoint],
])('A sealed value is not opened for %s', (_what, alter, uid) => {
  const sealer = createEndpointSealer([current]);
  const sealed = alter(sealer.sealHeaders(endpoint, headers) ?? '');
  expect(() => sealer.openHeaders(uid, sealed)).toThrow('was altered');
});

test.each([
  ['no key', []],
  ['a short key', [{ id: 'k1', key: Buffer.alloc(16) }]],
  ['an id twice', [old, old]],
])('A key ring with %s is rejected', (_what, ring) => {
  expect(() => createEndpointSealer(ring)).toThrow(TypeError);
});
