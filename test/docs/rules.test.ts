import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readChapters, rulesOf, type Rule } from '../../src/reference/rules';
import { statusOf } from '../../tools/docs/rule-status';
import { testNamesIn } from '../support/test-names';

const root = join(__dirname, '../..');
const page = readChapters(join(root, 'docs/rules'));

/**
 * A rule that is there twice, out of order, or in the chapter of another is not the one that should stand at
 * its place.
 */
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

function isBuilt(rule: Rule): boolean {
  return statusOf(rule) === 'built';
}

/** What is wrong with the last two columns of a rule. */
function columnFaults(rule: Rule): string[] {
  const { id, decidedIn, provedBy } = rule;
  if (decidedIn === 'not built yet') return provedBy === '' ? [`${id} does not say what is missing`] : [];
  const columns = isBuilt(rule) ? [decidedIn, provedBy] : [decidedIn];
  if (!columns.every(column => filesPattern.test(column)))
    return [`${id} names neither files nor what is missing`];
  const absent = columns.flatMap(filesOf).filter(file => !existsSync(join(root, file)));
  const noTests = isBuilt(rule) ? filesOf(provedBy).filter(file => !/^test\/.+\.test\.ts$/.test(file)) : [];
  return [
    ...absent.map(file => `${id} names ${file}, which is not there`),
    ...noTests.map(file => `${id} names ${file} as a test`),
  ];
}

/** The ids in brackets in the names of the tests of each file: `[AUTH-3]`. */
type NamedRules = ReadonlyMap<string, ReadonlySet<string>>;

function rulesNamedIn(source: string): ReadonlySet<string> {
  return new Set(
    testNamesIn(source).flatMap(name => [...name.matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, id = '']) => id)),
  );
}

function namedByTests(): NamedRules {
  const testFiles = sourcesIn('test').filter(file => file.endsWith('.test.ts'));
  return new Map(testFiles.map(file => [file, rulesNamedIn(readFileSync(join(root, file), 'utf8'))]));
}

/** The names with a rule that the page does not have, such as one of a chapter that is spelt wrong. */
function unknownNames(named: NamedRules, rules: readonly Rule[]): string[] {
  const known = new Set(rules.map(({ id }) => id));
  return [...named].flatMap(([file, ids]) =>
    [...ids].filter(id => !known.has(id)).map(id => `${file}: ${id}`),
  );
}

/** The most rules that one test may name: a test that proves more is several tests. */
const rulesPerTestMax = 3;

/** The names in a test file that name more rules than one test proves. */
function crowdedNames(source: string): string[] {
  return testNamesIn(source).filter(name => [...name.matchAll(/\[[A-Z]+-\d+\]/g)].length > rulesPerTestMax);
}

/**
 * A rule that holds is named in each file that its row lists; one that does not hold yet is named nowhere.
 */
function namingFaults(rule: Rule, named: NamedRules): string[] {
  const { id, provedBy } = rule;
  if (isBuilt(rule))
    return filesOf(provedBy)
      .filter(file => named.get(file)?.has(id) === false)
      .map(file => `${id} is in the name of no test of ${file}`);
  return [...named]
    .filter(([, ids]) => ids.has(id))
    .map(([file]) => `${id} is in the name of a test of ${file}, and its row says that it is not so yet`);
}

function faultsOf(text: string, named: NamedRules): string[] {
  const rules = rulesOf(text);
  const ruleFaults = (rule: Rule): string[] => {
    const faults = columnFaults(rule);
    return faults.length > 0 ? faults : namingFaults(rule, named);
  };
  return [...numberingFaults(rules), ...rules.flatMap(ruleFaults)];
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

test('no rule is there twice or out of order, each names files that exist, and each that is built names tests that name it', () => {
  expect(rulesOf(page).length).toBeGreaterThan(300);
  expect(faultsOf(page, namedByTests())).toEqual([]);
});

test('every rule that the code or the page cites, or a test names, is on the page', () => {
  const rules = rulesOf(page);
  const files = ['src', 'workflows', 'activities', 'test'].flatMap(sourcesIn);
  const texts = files.map(file => [file, readFileSync(join(root, file), 'utf8')] as const);
  const unknown = [['docs/rules', page] as const, ...texts].flatMap(([file, text]) =>
    unknownRules(text, rules).map(id => `${file}: ${id}`),
  );
  expect(unknown).toEqual([]);
  expect(unknownNames(namedByTests(), rules)).toEqual([]);
});

test('no test names more than three rules', () => {
  const testFiles = sourcesIn('test').filter(file => file.endsWith('.test.ts'));
  const crowded = testFiles.flatMap(file =>
    crowdedNames(readFileSync(join(root, file), 'utf8')).map(name => `${file}: ${name}`),
  );
  expect(crowded).toEqual([]);
});

describe('a fault of the page is told:', () => {
  const sample = (...rows: readonly string[]): string => ['# SAMPLE: A chapter', ...rows].join('\n');
  const columns = '`package.json`, `tsconfig.json` | `test/docs/rules.test.ts`';
  const named: NamedRules = new Map([
    ['test/docs/rules.test.ts', new Set(['SAMPLE-1', 'SAMPLE-2', 'OTHER-1'])],
    ['test/docs/generated-docs.test.ts', new Set(['SAMPLE-2'])],
  ]);

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
    [
      'a file among the proofs of a rule none of whose tests names it',
      [`| SAMPLE-1 | a | ${columns}, \`test/docs/generated-docs.test.ts\` |`],
      'SAMPLE-1 is in the name of no test of test/docs/generated-docs.test.ts',
    ],
    ...['`package.json` | not true yet: x', '`package.json` | not tested yet: x', 'not built yet | x'].map(
      (last): [string, string[], string] => [
        `a test that names a rule which says ${last}`,
        [`| SAMPLE-1 | a | ${last} |`],
        'SAMPLE-1 is in the name of a test of test/docs/rules.test.ts, and its row says that it is ' +
          'not so yet',
      ],
    ),
  ])('%s', (_name, rows, fault) => {
    expect(faultsOf(sample(...rows), named)).toEqual([fault]);
  });

  test('a test that names a rule which is not there', () => {
    const rules = rulesOf(sample(`| SAMPLE-1 | a | ${columns} |`));
    expect(unknownNames(named, rules)).toEqual([
      'test/docs/rules.test.ts: SAMPLE-2',
      'test/docs/rules.test.ts: OTHER-1',
      'test/docs/generated-docs.test.ts: SAMPLE-2',
    ]);
  });

  test('an id that stands anywhere but in the name of a test', () => {
    const source = `
      // test('in a comment [SAMPLE-1]', …)
      const text = "test('in a text [SAMPLE-1]')";
      describe('a block [SAMPLE-2]', () => {
        test.each([['a row [SAMPLE-3]', '[SAMPLE-1]']])('%s [SAMPLE-4]', () => expect('[SAMPLE-1]').toBe(text));
        it(\`a template of \${'[SAMPLE-1]'} [SAMPLE-5] [SAMPLE-6]\`, () => print('[SAMPLE-1]'));
        describe.each(['one [SAMPLE-7]'])('%s', () => undefined);
      });`;
    expect([...rulesNamedIn(source)].toSorted()).toEqual([
      'SAMPLE-2',
      'SAMPLE-3',
      'SAMPLE-4',
      'SAMPLE-5',
      'SAMPLE-6',
      'SAMPLE-7',
    ]);
  });

  test('a test that names four rules, whether it is written out or a row of a table', () => {
    const four = ['[SAMPLE-1]', '[SAMPLE-2]', '[SAMPLE-3]', '[SAMPLE-4]'].join(' ');
    const source = `
      test('three [SAMPLE-1] [SAMPLE-2] [SAMPLE-3]', () => undefined);
      test('four ${four}', () => undefined);
      test.each([['row ${four}', 1]])('%s', () => undefined);`;
    expect(crowdedNames(source)).toEqual([`four ${four}`, `row ${four}`]);
  });

  test('a citation of a rule that is not there', () => {
    const rules = rulesOf(sample(`| SAMPLE-1 | a | ${columns} |`));
    expect(unknownRules('See SAMPLE-1, SAMPLE-2 and UTF-8.', rules)).toEqual(['SAMPLE-2']);
  });
});
