/**
 * The TypeScript in documents compiles against the current code. A fence says where its code belongs:
 *
 * - ` ```ts quote src/file.ts#name `: the file's declaration, word for word;
 * - ` ```ts in src/file.ts `: part of an example file; the page's fences for the same file are joined;
 * - ` ```ts `: a separate file.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import * as ts from 'typescript';
import { z } from 'zod';

const root = resolve(__dirname, '../..');

interface Fence {
  readonly page: string;
  readonly line: number;
  /** `quote` or `in` with the file after it, or nothing. */
  readonly note: string;
  readonly code: string;
}

const pages = ['README.md', 'CONTRIBUTING.md', 'docs', 'src', 'evaluation', 'stack', 'tools'].flatMap(name =>
  name.endsWith('.md')
    ? [name]
    : readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
        .filter(file => file.endsWith('.md') && !file.includes('node_modules'))
        .map(file => join(name, file)),
);

const fences: readonly Fence[] = pages.flatMap(page => {
  const text = readFileSync(join(root, page), 'utf8');
  return Array.from(text.matchAll(/^```(?:ts|tsx|typescript)(?:[ \t]+(.*))?\n([\s\S]*?)^```$/gm), match => ({
    page,
    line: text.slice(0, match.index).split('\n').length,
    note: match[1]?.trim() ?? '',
    code: match[2] ?? '',
  }));
});

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const parsed = z.object({ compilerOptions: z.record(z.string(), z.unknown()) }).parse(config);
  const { options } = ts.convertCompilerOptionsFromJson(parsed.compilerOptions, root);
  return { ...options, noEmit: true, incremental: false };
}

/** Returns the compiler's errors for files, which needn't exist, as part of the project. */
function problemsOf(files: ReadonlyMap<string, string>): string[] {
  const options = compilerOptions();
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  const folders = new Set([...files.keys()].map(path => dirname(path)));
  host.fileExists = path => files.has(path) || fileExists(path);
  host.directoryExists = path => folders.has(path) || directoryExists?.(path) === true;
  host.readFile = path => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, version, ...rest) => {
    const text = files.get(path);
    return text === undefined
      ? getSourceFile(path, version, ...rest)
      : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap(path => {
    const file = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText, start = 0 }) => {
      const { line = 0 } = file?.getLineAndCharacterOfPosition(start) ?? {};
      return `${relative(root, path)}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}

/** Returns a name's declaration in a file, word for word without its docstring. */
function declarationOf(path: string, name: string): string | undefined {
  const source = ts.createSourceFile(
    path,
    readFileSync(join(root, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const isNamed = (statement: ts.Statement): boolean =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.some(({ name: own }) => own.getText() === name)
      : (ts.isFunctionDeclaration(statement) ||
          ts.isInterfaceDeclaration(statement) ||
          ts.isTypeAliasDeclaration(statement) ||
          ts.isClassDeclaration(statement)) &&
        statement.name?.text === name;
  return source.statements.find(isNamed)?.getText();
}

const quoted = fences.filter(({ note }) => note.startsWith('quote '));

test.each(quoted)('$page quotes the code exactly at line $line', ({ note, code }) => {
  const [path = '', name = ''] = note.slice('quote '.length).split('#');
  expect(existsSync(join(root, path))).toBe(true);
  expect(code.trim()).toBe(declarationOf(path, name));
});

test('Every other fence compiles, each page on its own', () => {
  const written = fences.filter(({ note }) => !note.startsWith('quote '));
  const problems = [...new Set(written.map(({ page }) => page))].flatMap(page => {
    const files = new Map<string, string>();
    for (const { note, line, code } of written.filter(fence => fence.page === page)) {
      const path = join(root, note.startsWith('in ') ? note.slice(3) : `page-${line}.ts`);
      files.set(path, `${files.get(path) ?? ''}${code}`);
    }
    return problemsOf(files).map(problem => `${page}: ${problem}`);
  });
  expect(problems).toEqual([]);
});

test("Code that doesn't compile is reported with its place", () => {
  const path = join(root, 'src/usecases/page.ts');
  const code =
    "import { editPatient } from './patients/patients';\nexport const wrong: string = editPatient;\n";
  expect(problemsOf(new Map([[path, code]]))).toEqual([
    expect.stringMatching(/^src\/usecases\/page\.ts:2: Type .* is not assignable to type 'string'/),
  ]);
});
