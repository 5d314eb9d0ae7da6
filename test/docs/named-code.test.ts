/** The files, names, and commands that documents mention in their text exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const root = resolve(__dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Page {
  readonly path: string;
  /** Without its code blocks. */
  readonly text: string;
  /** The files that its code blocks create as an example. */
  readonly examples: ReadonlySet<string>;
}

const pages: readonly Page[] = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(path => path !== '' && existsSync(join(root, path)))
  .map(path => {
    const whole = read(path);
    return {
      path,
      text: whole.replaceAll(/^```[\s\S]*?^```/gm, ''),
      examples: new Set(Array.from(whole.matchAll(/^```ts in (\S+)$/gm), ([, file = '']) => file)),
    };
  });

const folders = 'src|test|tools|stack|activities|workflows|migrations|bench|evaluation|docs';
const codePath = new RegExp(`\`((?:${folders})/[\\w./-]+)\``, 'g');

/** Documents may name a test without `.test.ts`, as jest accepts it. */
function exists(path: string): boolean {
  return ['', '.ts', '.test.ts'].some(ending => existsSync(join(root, path + ending)));
}

function missingPaths({ path: page, text, examples }: Page): string[] {
  return Array.from(text.matchAll(codePath), ([, path = '']) => path)
    .filter(path => !exists(path) && !examples.has(path))
    .map(path => `${page}: ${path}`);
}

const file = '`((?:[\\w-]+/)+[\\w-]+\\.tsx?)`';
/** `name` in `file`, `name` (`file`), and `file` · `name`, `name`. */
const namesFirst = new RegExp(`\`(\\w+)\` (?:in |of |\\()${file}`, 'g');
const fileFirst = new RegExp(`${file} · ((?:\`\\w+\`(?:, )?)+)`, 'g');

function namesOf({ text }: Page): Array<readonly [file: string, name: string]> {
  return [
    ...Array.from(text.matchAll(namesFirst), ([, name = '', path = '']) => [path, name] as const),
    ...Array.from(text.matchAll(fileFirst)).flatMap(([, path = '', names = '']) =>
      Array.from(names.matchAll(/\w+/g), ([name]) => [path, name] as const),
    ),
  ];
}

function missingNames(page: Page): string[] {
  return namesOf(page)
    .filter(([path]) => existsSync(join(root, path)))
    .filter(([path, name]) => !new RegExp(`\\b${name}\\b`).test(read(path)))
    .map(([path, name]) => `${page.path}: ${name} of ${path}`);
}

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(read('package.json')));

function missingCommands({ path }: Page): string[] {
  return Array.from(read(path).matchAll(/npm run (?:-s |--silent )?(\w[\w:-]*)/g), ([, name = '']) => name)
    .filter(name => !(name in scripts))
    .map(name => `${path}: npm run ${name}`);
}

describe('Documents', () => {
  test('mention only files and folders that exist, or that their own examples create', () => {
    expect(pages.flatMap(missingPaths)).toEqual([]);
  });

  test('mention only names that exist in their file', () => {
    expect(pages.flatMap(namesOf).length).toBeGreaterThan(30);
    expect(pages.flatMap(missingNames)).toEqual([]);
  });

  test('mention only npm scripts that exist', () => {
    expect(pages.flatMap(missingCommands)).toEqual([]);
  });
});
