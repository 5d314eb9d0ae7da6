import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ours = join(__dirname, '../../tools/typescript');

/** A project of its own, since what is compiled is kept in its packages; with the compiler alone. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordwell-typescript-'));
  await cp(ours, join(folder, 'tools/typescript'), { recursive: true });
  await mkdir(join(folder, 'node_modules/@swc'), { recursive: true });
  const compiler = dirname(require.resolve('@swc/core/package.json'));
  await symlink(compiler, join(folder, 'node_modules/@swc/core'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Said {
  readonly code: number | string | null | undefined;
  readonly output: string;
  readonly complaint: string;
}

function run(path: string): Promise<Said> {
  const register = join(folder, 'tools/typescript/register.cjs');
  return new Promise(settle => {
    execFile(process.execPath, ['--require', register, path], (error, output, complaint) => {
      settle({ code: error?.code ?? 0, output, complaint });
    });
  });
}

async function written(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

test('TypeScript runs, with another module of it, and JSX', async () => {
  await written('greeting.ts', 'export function greeting(name: string): string { return `Hello ${name}`; }');
  await written('shown.tsx', 'export const shown = <p>{1 + 1}</p>;');
  const path = await written(
    'main.ts',
    `import { greeting } from './greeting'; import { shown } from './shown'; console.log(greeting('you'), shown.type);`,
  );
  // What JSX stands on, as it is found from here.
  await mkdir(join(folder, 'node_modules/preact'), { recursive: true });
  await written('node_modules/preact/jsx-runtime.js', 'exports.jsx = type => ({ type });');
  expect(await run(path)).toEqual({ code: 0, output: 'Hello you p\n', complaint: '' });
});

test('a module that lies beside data of the same name is the one that is meant', async () => {
  await written('pins.json', '{ "from": "the data" }');
  await written('pins.ts', `export const from: string = 'the module';`);
  const path = await written('main.ts', `import { from } from './pins'; console.log(from);`);
  expect((await run(path)).output).toBe('the module\n');
});

test('a source that has changed is compiled anew, even where neither its size nor its time tells', async () => {
  const path = await written('main.ts', `const word: string = 'first'; console.log(word);`);
  const { atime, mtime } = await stat(path);
  const before = await run(path);
  const again = await run(path);
  await writeFile(path, `const word: string = 'other'; console.log(word);`);
  await utimes(path, atime, mtime);
  const after = await run(path);
  expect([before, again, after].map(({ output }) => output)).toEqual(['first\n', 'first\n', 'other\n']);
});

test('an error names the line of the source, compiled now or before', async () => {
  const path = await written(
    'main.ts',
    `interface Unseen {\n  readonly word: string;\n}\n\nexport function fail(_: Unseen): never {\n  throw new Error('as told');\n}\nfail({ word: '' });\n`,
  );
  const [compiled, kept] = [await run(path), await run(path)];
  for (const { code, complaint } of [compiled, kept]) {
    expect(code).toBe(1);
    expect(complaint).toContain('main.ts:6:9');
  }
});

test('a file for each source is kept, however often it changes', async () => {
  const kept = join(folder, 'node_modules/.cache/recordwell/typescript');
  for (const word of ['one', 'two', 'three']) await run(await written('main.ts', `console.log('${word}');`));
  expect(await readdir(kept)).toHaveLength(1);
});

test('without the packages it says what to do', async () => {
  await rm(join(folder, 'node_modules'), { recursive: true });
  expect(await run(await written('main.ts', ''))).toEqual({
    code: 1,
    output: '',
    complaint: 'The packages of this project are not here: run `npm ci` in this folder first.\n',
  });
});
