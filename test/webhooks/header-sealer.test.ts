import { createHeaderSealer } from '../../src/webhooks/header-sealer';

const old = { id: 'k1', key: Buffer.alloc(32, 1) };
const current = { id: 'k2', key: Buffer.alloc(32, 2) };
const headers = [{ name: 'Authorization', value: 'Bearer of-the-receiver' }];
const endpoint = '01a1fa97-cbfd-72da-9b40-09c034bab473';

test('what was sealed is opened again, and shows nothing of itself meanwhile [HOOK-9]', () => {
  const sealer = createHeaderSealer([current]);
  const sealed = sealer.seal(endpoint, headers);
  expect(sealed).toMatch(/^k2\.[A-Za-z0-9_-]+$/);
  expect(Buffer.from(sealed?.slice(3) ?? '', 'base64url').includes('of-the-receiver')).toBe(false);
  expect(sealer.seal(endpoint, headers)).not.toBe(sealed);
  expect(sealer.open(endpoint, sealed)).toEqual(headers);
});

test('no headers are nothing to seal', () => {
  const sealer = createHeaderSealer([current]);
  expect(sealer.seal(endpoint, [])).toBeNull();
  expect(sealer.open(endpoint, null)).toEqual([]);
});

test('the first key seals, all of them open', () => {
  const sealed = createHeaderSealer([old]).seal(endpoint, headers);
  const both = createHeaderSealer([current, old]);
  expect(both.open(endpoint, sealed)).toEqual(headers);
  expect(both.seal(endpoint, headers)).toMatch(/^k2\./);
  expect(() => createHeaderSealer([current]).open(endpoint, sealed)).toThrow('the key `k1`, which is not in');
});

test.each([
  ['another endpoint', (sealed: string) => sealed, 'another'],
  [
    'an altered byte',
    (sealed: string) => `${sealed.slice(0, 8)}${sealed[8] === 'A' ? 'B' : 'A'}${sealed.slice(9)}`,
    endpoint,
  ],
  ['a text cut short', (sealed: string) => sealed.slice(0, 12), endpoint],
])('is not opened: %s', (_what, alter, uid) => {
  const sealer = createHeaderSealer([current]);
  const sealed = alter(sealer.seal(endpoint, headers) ?? '');
  expect(() => sealer.open(uid, sealed)).toThrow('were altered');
});

test.each([
  ['an empty ring', []],
  ['a short key', [{ id: 'k1', key: Buffer.alloc(16) }]],
  ['an id twice', [old, old]],
])('%s is refused', (_what, ring) => {
  expect(() => createHeaderSealer(ring)).toThrow(TypeError);
});
