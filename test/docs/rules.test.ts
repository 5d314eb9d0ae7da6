import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/rules.md'), 'utf8');

/** A row in the table of a chapter. */
interface Rule {
  readonly id: string;
  readonly chapter: string;
  readonly decidedIn: string;
  readonly provedBy: string;
}

/** The rules of a page: every row below the heading of a chapter, `## AUTH: …`. */
function rulesOf(text: string): Rule[] {
  const rules: Rule[] = [];
  let chapter = '';
  for (const line of text.split('\n')) {
    chapter = /^## ([A-Z]+):/.exec(line)?.[1] ?? chapter;
    const [, id = '', , decidedIn = '', provedBy = ''] = line.split('|').map(cell => cell.trim());
    if (chapter !== '' && line.startsWith('| ') && id !== 'id')
      rules.push({ id, chapter, decidedIn, provedBy });
  }
  return rules;
}

/** A rule that is there twice, out of order, or in the chapter of another is not the one that should stand at its place. */
function numberingFaults(rules: readonly Rule[]): string[] {
  const counts = new Map<string, number>();
  return rules.flatMap(({ id, chapter }) => {
    const number = (counts.get(chapter) ?? 0) + 1;
    counts.set(chapter, number);
    const due = `${chapter}-${number}`;
    return id === due ? [] : [`${id} stands at the place of ${due}`];
  });
}

const filesPattern = /^`[^`]+`(?:, `[^`]+`)*$/;

function filesOf(cell: string): string[] {
  return cell.split(', ').map(file => file.slice(1, -1));
}

/** What is wrong with the last two columns of a rule. */
function columnFaults({ id, decidedIn, provedBy }: Rule): string[] {
  if (decidedIn === 'not built yet') return provedBy === '' ? [`${id} does not say what is missing`] : [];
  const isBuilt = !/^not (?:true|tested) yet: ./.test(provedBy);
  const columns = isBuilt ? [decidedIn, provedBy] : [decidedIn];
  if (!columns.every(column => filesPattern.test(column)))
    return [`${id} names neither files nor what is missing`];
  const absent = columns.flatMap(filesOf).filter(file => !existsSync(join(root, file)));
  const noTests = isBuilt ? filesOf(provedBy).filter(file => !/^test\/.+\.test\.ts$/.test(file)) : [];
  return [
    ...absent.map(file => `${id} names ${file}, which is not there`),
    ...noTests.map(file => `${id} names ${file} as a test`),
  ];
}

function faultsOf(text: string): string[] {
  const rules = rulesOf(text);
  return [...numberingFaults(rules), ...rules.flatMap(columnFaults)];
}

/** The rules of a page that a text cites and the page does not have. */
function unknownRules(text: string, rules: readonly Rule[]): string[] {
  const known = new Set(rules.map(({ id }) => id));
  const chapters = [...new Set(rules.map(({ chapter }) => chapter))].join('|');
  const cited = text.matchAll(new RegExp(`\\b(?:${chapters})-\\d+\\b`, 'g'));
  return [...cited].map(([id]) => id).filter(id => !known.has(id));
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.(?:ts|tsx|mts)$/.test(file))
    .map(file => join(folder, file));
}

test('no rule is there twice or out of order, each names files that exist, and each that is built names a test', () => {
  expect(rulesOf(page).length).toBeGreaterThan(300);
  expect(faultsOf(page)).toEqual([]);
});

test('every rule that the code or the page cites is on the page', () => {
  const rules = rulesOf(page);
  const files = ['src', 'workflows', 'activities', 'test'].flatMap(sourcesIn);
  const unknown = ['docs/rules.md', ...files].flatMap(file =>
    unknownRules(readFileSync(join(root, file), 'utf8'), rules).map(id => `${file}: ${id}`),
  );
  expect(unknown).toEqual([]);
});

describe('a fault of the page is told:', () => {
  const sample = (...rows: readonly string[]): string => ['## SAMPLE: A chapter', ...rows].join('\n');
  const columns = '`package.json`, `tsconfig.json` | `test/docs/rules.test.ts`';

  test.each([
    [
      'a rule twice',
      [`| SAMPLE-1 | a | ${columns} |`, `| SAMPLE-1 | b | ${columns} |`],
      'SAMPLE-1 stands at the place of SAMPLE-2',
    ],
    ['a number left out', [`| SAMPLE-2 | a | ${columns} |`], 'SAMPLE-2 stands at the place of SAMPLE-1'],
    [
      'a rule of another chapter',
      [`| OTHER-1 | a | ${columns} |`],
      'OTHER-1 stands at the place of SAMPLE-1',
    ],
    [
      'a file that is gone',
      ['| SAMPLE-1 | a | `src/gone.ts` | `test/docs/rules.test.ts` |'],
      'SAMPLE-1 names src/gone.ts, which is not there',
    ],
    [
      'a built rule whose proof is no test',
      ['| SAMPLE-1 | a | `package.json` | `package.json` |'],
      'SAMPLE-1 names package.json as a test',
    ],
    [
      'a built rule without a test',
      ['| SAMPLE-1 | a | `package.json` | |'],
      'SAMPLE-1 names neither files nor what is missing',
    ],
    [
      'a rule that is not true yet, without what is to change',
      ['| SAMPLE-1 | a | `package.json` | not true yet: |'],
      'SAMPLE-1 names neither files nor what is missing',
    ],
    [
      'a rule that is not built, without what is missing',
      ['| SAMPLE-1 | a | not built yet | |'],
      'SAMPLE-1 does not say what is missing',
    ],
  ])('%s', (_name, rows, fault) => {
    expect(faultsOf(sample(...rows))).toEqual([fault]);
  });

  test('a citation of a rule that is not there', () => {
    const rules = rulesOf(sample(`| SAMPLE-1 | a | ${columns} |`));
    expect(unknownRules('See SAMPLE-1, SAMPLE-2 and UTF-8.', rules)).toEqual(['SAMPLE-2']);
  });
});
