import { phrasesIn, phrasesOf } from '../../tools/phrases';

const english = [
  '# English',
  '| Phrase | Not this table |',
  "## Phrases we don't use",
  '',
  '| Phrase | Say instead |',
  '|---|---|',
  '| worked off, works off | processed |',
  '| what became of | the result of |',
].join('\n');

const phrases = ['worked off', 'works off', 'what became of'];

test('phrasesOf reads the phrases of the last table, including several in a row', () => {
  expect(phrasesOf(english)).toEqual(phrases);
});

test('phrasesIn finds a phrase in any case and across the lines of a comment, with its line', () => {
  expect(phrasesIn('one\n * Shows What became\n * of it.', phrases)).toEqual(['2: "what became of"']);
  expect(phrasesIn('// It was worked\n// off.\nIt works  off.', phrases)).toEqual([
    '1: "worked off"',
    '3: "works off"',
  ]);
});

test('phrasesIn ignores words that only contain a phrase', () => {
  expect(phrasesIn('The network works offline.', phrases)).toEqual([]);
});
