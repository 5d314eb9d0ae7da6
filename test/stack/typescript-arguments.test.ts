import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typescriptArguments } from '../../stack/run/typescript-arguments';

/** A folder outside the project. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordwell-typescript-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Result {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(name: string, text: string, args = typescriptArguments): Promise<Result> {
  const path = join(folder, name);
  await writeFile(path, text);
  return new Promise(resolve => {
    execFile(process.execPath, [...args, path], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}

test('Our TypeScript with JSX runs in any working directory', async () => {
  const page = join(__dirname, '../../src/site/components/document');
  const text = `import { renderDocument } from ${JSON.stringify(page)};
    const assets = { styleSheetPath: '/style.css', scriptPath: '/script.js' };
    console.log(renderDocument({ root: '/', assets }, { title: 'Hello', children: 'you' }));`;
  const { code, stdout, stderr } = await run('main.ts', text);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('<body>you</body>');
});

test('An error names its line in the TypeScript', async () => {
  const text = `interface Unseen {\n  readonly word: string;\n}\n\nthrow new Error('as told');\n`;
  // Compiled now, then read from the cache of tsx.
  for (const { code, stderr } of [await run('main.ts', text), await run('main.ts', text)]) {
    expect(code).toBe(1);
    expect(stderr).toContain('main.ts:5:7');
  }
});

test('A run without installed packages says to run `npm ci`', async () => {
  const copy = join(folder, 'tsx.cjs');
  await cp(join(__dirname, '../../tools/tsx.cjs'), copy);
  expect(await run('main.ts', '', ['--require', copy])).toEqual({
    code: 1,
    stdout: '',
    stderr: "This project's packages aren't installed. Run `npm ci` in this folder first.\n",
  });
});
