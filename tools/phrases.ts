/** Finds the phrases that `docs/contribute/english.md` replaces, in every tracked text. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';

const page = 'docs/contribute/english.md';
const texts = new Set(['.ts', '.tsx', '.mts', '.cjs', '.md', '.yml', '.sql']);

/** Places that quote the phrases, or must stay as they were recorded. */
const leftAlone = [
  page,
  'test/docs/phrases.test.ts',
  'test/histories/',
  'migrations/',
  'src/reading/extraction/',
];

/** Returns the phrases in the page's last table; a row may list several. */
export function phrasesOf(english: string): string[] {
  const [, table = ''] = english.split("## Phrases we don't use");
  return [...table.matchAll(/^\| (?!Phrase |-)([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(',').map(phrase => phrase.trim()),
  );
}

/** Matches a phrase wherever its words follow each other, also across the lines of a comment. */
function patternOf(phrase: string): RegExp {
  const words = phrase.split(' ').map(word => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(String.raw`\b${words.join(String.raw`(?:\s+(?:\*|//|--|#|>)?\s*)`)}\b`, 'giu');
}

/** Returns where a text has a phrase, as `line: phrase`. */
export function phrasesIn(text: string, phrases: readonly string[]): string[] {
  return phrases.flatMap(phrase =>
    [...text.matchAll(patternOf(phrase))].map(
      ({ index }) => `${text.slice(0, index).split('\n').length}: "${phrase}"`,
    ),
  );
}

function main(): void {
  const phrases = phrasesOf(readFileSync(page, 'utf8'));
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter(file => texts.has(extname(file)) && existsSync(file))
    .filter(file => !leftAlone.some(place => file.startsWith(place)));
  const found = files.flatMap(file =>
    phrasesIn(readFileSync(file, 'utf8'), phrases).map(place => `${file}:${place}`),
  );
  if (found.length === 0) return;
  console.error(`${found.join('\n')}\n\n${found.length} phrases that ${page} replaces.`);
  process.exitCode = 1;
}

if (require.main === module) main();
