/**
 * A text without its capitals and accents, written down beside PostgreSQL and not asked of it: decomposed,
 * its accents dropped, in small letters. Letters that Unicode does not decompose are listed with what
 * PostgreSQL's `unaccent` says of them; the seed has no others.
 */
const letters: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ø', 'o'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ﬁ', 'fi'],
  // Signs of the keyboard for what a word processor makes of them.
  ['’', "'"],
  ['“', '"'],
  ['”', '"'],
  ['–', '-'],
  ['—', '-'],
  ['…', '...'],
  ['½', ' 1/2'],
  ['±', '+/-'],
  ['×', '*'],
  // The sign and the Greek letter are one letter in capitals.
  ['µ', 'μ'],
  ['～', '~'],
]);

const known = new Map<string, string>();

/** What `contains`, `startsWith`, `endsWith` and `search` compare. */
export function fold(text: string): string {
  const cached = known.get(text);
  if (cached !== undefined) return cached;
  const plain = text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();
  const folded = Array.from(plain, letter => letters.get(letter) ?? letter).join('');
  known.set(text, folded);
  return folded;
}
