/**
 * Folds case and accents, implemented independently of PostgreSQL: decomposed, without accents, in lower
 * case. Letters that Unicode doesn't decompose are listed with the result of PostgreSQL's `unaccent`; the
 * seed has no others.
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
  // Keyboard characters for typographic ones.
  ['’', "'"],
  ['“', '"'],
  ['”', '"'],
  ['–', '-'],
  ['—', '-'],
  ['…', '...'],
  ['½', ' 1/2'],
  ['±', '+/-'],
  ['×', '*'],
  // The sign and the Greek letter are the same in upper case.
  ['µ', 'μ'],
  ['～', '~'],
]);

const known = new Map<string, string>();

/** Returns what `contains`, `startsWith`, `endsWith`, and `search` compare. */
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
