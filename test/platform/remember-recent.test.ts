import { rememberRecent } from '../../src/platform/remember-recent';

test('what was made for a key is made once, while it is among those asked for last', () => {
  const remembered = rememberRecent<object>(2);
  const [a, b] = [{}, {}];
  expect(remembered('a', () => a)).toBe(a);
  expect(remembered('b', () => b)).toBe(b);
  expect(remembered('a', () => ({}))).toBe(a);
  // The third takes the place of the one that was not asked for the longest.
  remembered('c', () => ({}));
  expect(remembered('a', () => ({}))).toBe(a);
  expect(remembered('b', () => ({}))).not.toBe(b);
});
