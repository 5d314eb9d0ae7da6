import { randomBytes } from 'node:crypto';
import { createTokenSealer, tokenCharactersMax, type EmbedKey } from '../../src/embeds/token-sealer';

const newKey = (id: number): EmbedKey => ({ id, key: randomBytes(32) });
const key = newKey(1);
const sealer = createTokenSealer('auth-check', [key]);
const token = sealer.seal('{"a":1}');

test('The sealer reproduces the golden vector byte for byte, and opens it [EMBED-16]', () => {
  const master = Buffer.from(Array.from({ length: 32 }, (_none, index) => index));
  const iv = Buffer.from(Array.from({ length: 16 }, (_none, index) => 0xf0 + index));
  const golden = createTokenSealer('auth-check', [{ id: 1, key: master }], () => iv);
  const text = '{"t":"auth-check","co":"c1","exp":4102444800,"sk":"u/1/a.pdf"}';
  const expected =
    'AQHw8fLz9PX29_j5-vv8_f7_00JFZCiyagCHxY6B7Z8lDOxw8We0IKD0h2vqpHtB4fCBqBAFDBbj1nwIzUPaKOKvWEo9KlzxKbnI5NhLWiLXc2ltITXatZvKB4YrmJGGfHJat1XqrvX2Ky3Itzwr0A';
  expect(golden.seal(text)).toBe(expected);
  expect(golden.open(expected)).toBe(text);
});

test.each([
  ['an empty text', ''],
  ['a plain text', 'plain'],
  ['a text beyond ASCII', 'Zoë – 名前 🜁'],
  ['a long text', 'x'.repeat(5_000)],
])('The sealer opens %s unchanged', (_what, text) => {
  expect(sealer.open(sealer.seal(text))).toBe(text);
});

test("The same text is sealed differently each time, and isn't visible in the token [EMBED-13]", () => {
  const tokens = Array.from({ length: 100 }, () => sealer.seal('MARKED'));
  expect(new Set(tokens.map(one => one.slice(4, 24))).size).toBe(100);
  for (const one of tokens) expect(Buffer.from(one, 'base64url').includes('MARKED')).toBe(false);
});

test("A token with any one bit flipped can't be opened [EMBED-14] [EMBED-16]", () => {
  const bytes = Buffer.from(token, 'base64url');
  for (let at = 0; at < bytes.length * 8; at += 1) {
    const altered = Buffer.from(bytes);
    altered.writeUInt8(altered.readUInt8(at >> 3) ^ (1 << (at & 7)), at >> 3);
    expect(sealer.open(altered.toString('base64url'))).toBeUndefined();
  }
});

test("A truncated or extended token can't be opened", () => {
  for (let length = 0; length < token.length; length += 1)
    expect(sealer.open(token.slice(0, length))).toBeUndefined();
  expect(sealer.open(`${token}AAAA`)).toBeUndefined();
});

test("The same bytes in another encoding aren't a token", () => {
  // A token that the two base64 alphabets write differently.
  let signed = token;
  while (!signed.includes('-') || !signed.includes('_')) signed = sealer.seal('{"a":1}');
  const standard = Buffer.from(signed, 'base64url').toString('base64');
  // A text of another length leaves spare bits in the last character, which a decoder ignores.
  const spare = createTokenSealer('auth-check', [key]).seal('{"a":12}');
  const last = spare.at(-1) ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const sibling = spare.slice(0, -1) + (alphabet[alphabet.indexOf(last) ^ 1] ?? '');
  expect(Buffer.from(sibling, 'base64url')).toEqual(Buffer.from(spare, 'base64url'));
  expect(sealer.open(spare)).toBe('{"a":12}');
  const others = [
    sibling,
    `${token}=`,
    standard,
    standard.replaceAll('+', ' '),
    standard.replaceAll('+', '-'),
    ` ${token}`,
    `${token}\n`,
  ];
  for (const other of others) expect(sealer.open(other)).toBeUndefined();
});

test("A text that isn't a token can't be opened", () => {
  const anything = [
    '',
    'a',
    '.',
    '%',
    'null',
    'AAAA',
    'A'.repeat(200),
    'A'.repeat(tokenCharactersMax + 4),
    'é',
  ];
  for (const text of anything) expect(sealer.open(text)).toBeUndefined();
});

test("A token of one type isn't valid for another", () => {
  const other = createTokenSealer('site-finder', [key]);
  expect(other.open(token)).toBeUndefined();
  expect(sealer.open(other.seal('{}'))).toBeUndefined();
});

test('The previous key opens tokens until it is removed, and a key under another ID opens none', () => {
  const next = newKey(2);
  const both = createTokenSealer('auth-check', [next, key]);
  expect(both.open(token)).toBe('{"a":1}');
  expect(sealer.open(both.seal('new'))).toBeUndefined();
  expect(createTokenSealer('auth-check', [next]).open(token)).toBeUndefined();
  expect(createTokenSealer('auth-check', [{ id: 2, key: key.key }]).open(token)).toBeUndefined();
});

test.each<[string, EmbedKey[], string]>([
  ['is empty', [], 'at least one key'],
  ['has an ID twice', [newKey(1), newKey(1)], 'not hold an id twice'],
  ["has an ID that isn't a byte", [newKey(256)], '0 to 255'],
  ['has a short key', [{ id: 1, key: randomBytes(16) }], 'must be 32 bytes'],
])('A key ring that %s is refused', (_what, ring, message) => {
  expect(() => createTokenSealer('auth-check', ring)).toThrow(message);
});
