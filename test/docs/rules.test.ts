import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readChapters, rulesOf, type Rule } from '../../src/reference/rules';
import { statusOf } from '../../tools/docs/rule-status';
import { testNamesIn } from '../support/test-names';

const root = join(__dirname, '../..');
const page = readChapters(join(root, 'docs/rules'));

/** Returns the rules that are duplicate, out of order, or in another chapter. */
function numberingFaults(rules: readonly Rule[]): string[] {
  const counts = new Map<string, number>();
  return rules.flatMap(({ id, chapter }) => {
    const number = (counts.get(chapter) ?? 0) + 1;
    counts.set(chapter, number);
    const due = `${chapter}-${number}`;
    return id === due ? [] : [`${id} is in the place of ${due}`];
  });
}

const filesPattern = /^`[^`]+`(?:, `[^`]+`)*$/;

function filesOf(cell: string): string[] {
  return cell.split(', ').map(file => file.slice(1, -1));
}

function isBuilt(rule: Rule): boolean {
  return statusOf(rule) === 'built';
}

/** Returns the faults in the last two columns of a rule. */
function columnFaults(rule: Rule): string[] {
  const { id, decidedIn, provedBy } = rule;
  if (decidedIn === 'not built yet') return provedBy === '' ? [`${id} does not say what is missing`] : [];
  const columns = isBuilt(rule) ? [decidedIn, provedBy] : [decidedIn];
  if (!columns.every(column => filesPattern.test(column)))
    return [`${id} names neither files nor what is missing`];
  const absent = columns.flatMap(filesOf).filter(file => !existsSync(join(root, file)));
  const noTests = isBuilt(rule) ? filesOf(provedBy).filter(file => !/^test\/.+\.test\.ts$/.test(file)) : [];
  return [
    ...absent.map(file => `${id} names ${file}, which doesn't exist`),
    ...noTests.map(file => `${id} names ${file} as a test`),
  ];
}

/** The IDs in brackets, such as `[AUTH-3]`, in the test names of each file. */
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

/** Returns the IDs in test names that no page has, such as those of a misspelled chapter. */
function unknownNames(named: NamedRules, rules: readonly Rule[]): string[] {
  const known = new Set(rules.map(({ id }) => id));
  return [...named].flatMap(([file, ids]) =>
    [...ids].filter(id => !known.has(id)).map(id => `${file}: ${id}`),
  );
}

/** The most rules that one test may name: a test that proves more is several tests. */
const rulesPerTestMax = 3;

/** Returns the test names in a file that have more rules than one test may name. */
function crowdedNames(source: string): string[] {
  return testNamesIn(source).filter(name => [...name.matchAll(/\[[A-Z]+-\d+\]/g)].length > rulesPerTestMax);
}

/** Returns the files that list a built rule without naming it, or that name a rule that isn't built. */
function namingFaults(rule: Rule, named: NamedRules): string[] {
  const { id, provedBy } = rule;
  if (isBuilt(rule))
    return filesOf(provedBy)
      .filter(file => named.get(file)?.has(id) === false)
      .map(file => `${id} is in no test name of ${file}`);
  return [...named]
    .filter(([, ids]) => ids.has(id))
    .map(([file]) => `${id} is in a test name of ${file}, but its row says that it isn't true yet`);
}

function faultsOf(text: string, named: NamedRules): string[] {
  const rules = rulesOf(text);
  const ruleFaults = (rule: Rule): string[] => {
    const faults = columnFaults(rule);
    return faults.length > 0 ? faults : namingFaults(rule, named);
  };
  return [...numberingFaults(rules), ...rules.flatMap(ruleFaults)];
}

/** Returns the rules that a text cites and no page has. */
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

test('Rules are unique and in order, name existing files, and are named by the tests they list', () => {
  expect(rulesOf(page).length).toBeGreaterThan(300);
  expect(faultsOf(page, namedByTests())).toEqual([]);
});

test('Every rule that the code, a page, or a test cites exists', () => {
  const rules = rulesOf(page);
  const files = ['src', 'workflows', 'activities', 'test'].flatMap(sourcesIn);
  const texts = files.map(file => [file, readFileSync(join(root, file), 'utf8')] as const);
  const unknown = [['docs/rules', page] as const, ...texts].flatMap(([file, text]) =>
    unknownRules(text, rules).map(id => `${file}: ${id}`),
  );
  expect(unknown).toEqual([]);
  expect(unknownNames(namedByTests(), rules)).toEqual([]);
});

test('No test names more than three rules', () => {
  const testFiles = sourcesIn('test').filter(file => file.endsWith('.test.ts'));
  const crowded = testFiles.flatMap(file =>
    crowdedNames(readFileSync(join(root, file), 'utf8')).map(name => `${file}: ${name}`),
  );
  expect(crowded).toEqual([]);
});

describe('The check of the rules pages', () => {
  const sample = (...rows: readonly string[]): string => ['# SAMPLE: A chapter', ...rows].join('\n');
  const columns = '`package.json`, `tsconfig.json` | `test/docs/rules.test.ts`';
  const named: NamedRules = new Map([
    ['test/docs/rules.test.ts', new Set(['SAMPLE-1', 'SAMPLE-2', 'OTHER-1'])],
    ['test/docs/generated-docs.test.ts', new Set(['SAMPLE-2'])],
  ]);

  test.each([
    [
      'a duplicate rule',
      [`| SAMPLE-1 | a | ${columns} |`, `| SAMPLE-1 | b | ${columns} |`],
      'SAMPLE-1 is in the place of SAMPLE-2',
    ],
    ['a skipped number', [`| SAMPLE-2 | a | ${columns} |`], 'SAMPLE-2 is in the place of SAMPLE-1'],
    ['a rule in another chapter', [`| OTHER-1 | a | ${columns} |`], 'OTHER-1 is in the place of SAMPLE-1'],
    [
      'a missing file',
      ['| SAMPLE-1 | a | `src/gone.ts` | `test/docs/rules.test.ts` |'],
      "SAMPLE-1 names src/gone.ts, which doesn't exist",
    ],
    [
      "a built rule whose proof isn't a test",
      ['| SAMPLE-1 | a | `package.json` | `package.json` |'],
      'SAMPLE-1 names package.json as a test',
    ],
    [
      'a built rule without a test',
      ['| SAMPLE-1 | a | `package.json` | |'],
      'SAMPLE-1 names neither files nor what is missing',
    ],
    [
      "a rule that isn't true yet and doesn't say what must change",
      ['| SAMPLE-1 | a | `package.json` | not true yet: |'],
      'SAMPLE-1 names neither files nor what is missing',
    ],
    [
      "a rule that isn't built and doesn't say what is missing",
      ['| SAMPLE-1 | a | not built yet | |'],
      'SAMPLE-1 does not say what is missing',
    ],
    [
      "a listed test file that doesn't name the rule",
      [`| SAMPLE-1 | a | ${columns}, \`test/docs/generated-docs.test.ts\` |`],
      'SAMPLE-1 is in no test name of test/docs/generated-docs.test.ts',
    ],
    ...['`package.json` | not true yet: x', '`package.json` | not tested yet: x', 'not built yet | x'].map(
      (last): [string, string[], string] => [
        `a test that names a rule with ${last}`,
        [`| SAMPLE-1 | a | ${last} |`],
        "SAMPLE-1 is in a test name of test/docs/rules.test.ts, but its row says that it isn't true yet",
      ],
    ),
  ])('reports %s', (_name, rows, fault) => {
    expect(faultsOf(sample(...rows), named)).toEqual([fault]);
  });

  test('reports a test that names an unknown rule', () => {
    const rules = rulesOf(sample(`| SAMPLE-1 | a | ${columns} |`));
    expect(unknownNames(named, rules)).toEqual([
      'test/docs/rules.test.ts: SAMPLE-2',
      'test/docs/rules.test.ts: OTHER-1',
      'test/docs/generated-docs.test.ts: SAMPLE-2',
    ]);
  });

  test("ignores an ID outside of a test's name", () => {
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

  test('reports a test that names four rules, in its name or a table row', () => {
    const four = ['[SAMPLE-1]', '[SAMPLE-2]', '[SAMPLE-3]', '[SAMPLE-4]'].join(' ');
    const source = `
      test('three [SAMPLE-1] [SAMPLE-2] [SAMPLE-3]', () => undefined);
      test('four ${four}', () => undefined);
      test.each([['row ${four}', 1]])('%s', () => undefined);`;
    expect(crowdedNames(source)).toEqual([`four ${four}`, `row ${four}`]);
  });

  test('reports a citation of an unknown rule', () => {
    const rules = rulesOf(sample(`| SAMPLE-1 | a | ${columns} |`));
    expect(unknownRules('See SAMPLE-1, SAMPLE-2 and UTF-8.', rules)).toEqual(['SAMPLE-2']);
  });
});
