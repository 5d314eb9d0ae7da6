import { isWellFormedApiKey, makeApiKey } from '../../src/access/api-key';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('An API key [DECISION-3]', () => {
  test.each([
    ['production', /^rw_live_[0-9A-Za-z]{49}$/],
    ['sandbox', /^rw_test_[0-9A-Za-z]{49}$/],
  ] as const)('of %s is recognizable by its prefix', (environment, pattern) => {
    const key = makeApiKey(environment);
    expect(key).toMatch(pattern);
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(makeApiKey(environment)).not.toBe(key);
  });

  // Computed independently, with Python's zlib.crc32, in base 62.
  test.each([
    [`rw_live_${'0'.repeat(43)}`, '0tp0C2'],
    [`rw_test_${'z'.repeat(43)}`, '1NKhnf'],
  ])('that starts with %s ends in the checksum %s', (unchecked, checksum) => {
    expect(isWellFormedApiKey(unchecked + checksum)).toBe(true);
  });

  test('with one changed character is invalid, because its checksum is wrong', () => {
    const key = makeApiKey('sandbox');
    for (let at = 'rw_test_'.length; at < key.length; at += 1) {
      const other = alphabet[(alphabet.indexOf(key.charAt(at)) + 1) % alphabet.length] ?? '';
      expect(isWellFormedApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    expect(isWellFormedApiKey(key.replace('rw_test_', 'rw_live_'))).toBe(false);
  });

  test.each(['', 'rw_test_', `rw_prod_${'0'.repeat(49)}`, ` rw_test_${'0'.repeat(49)}`, 'Bearer'])(
    "can't be %j",
    text => {
      expect(isWellFormedApiKey(text)).toBe(false);
    },
  );
});
