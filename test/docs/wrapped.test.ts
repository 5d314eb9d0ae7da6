/** Prose in documents wraps at 110 columns, as code does. Tables, code blocks, and generated pages can't. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const columns = 110;
const generated = [
  'docs/guides/browse.md',
  'docs/guides/changelog.md',
  'docs/guides/errors.md',
  'docs/guides/not-served-yet.md',
  'docs/operate/configuration.md',
];

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(page => page.startsWith('docs/') || (page !== '' && !page.includes('/')))
  .filter(page => !generated.includes(page));

/** Returns the numbers of lines that are too long and could be broken at a space outside of code and links. */
function longLines(text: string): number[] {
  const long: number[] = [];
  let isCode = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode || /^\s*(?:\||#|\[[^\]]+\]: )/.test(line) || line.length <= columns) continue;
    const plain = line.replaceAll(/`[^`]*`/g, code => code.replaceAll(' ', '_')).trimEnd();
    const start = plain.search(/\S/);
    if (plain.slice(0, columns + 1).lastIndexOf(' ') > start + 4) long.push(index + 1);
  }
  return long;
}

test('No line of a document is longer than 110 columns', () => {
  const found = pages.flatMap(page =>
    longLines(readFileSync(join(root, page), 'utf8')).map(line => `${page}:${line}`),
  );
  expect(found).toEqual([]);
});

test('A long line is found in prose, but not in code or tables', () => {
  const words = 'word '.repeat(30).trim();
  expect(longLines(['```', words, '```', `| ${words} |`, `- ${words}`, 'short', words].join('\n'))).toEqual([
    5, 7,
  ]);
});
