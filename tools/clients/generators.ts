/** The client generators that are tested: how to call each, and how to compile and run its client. */
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { projectRoot } from '../../stack/run/cache';
import { javaLibraries, npmProgram, oapiCodegen, openapiGeneratorCommand, pythonProgram } from './programs';
import { run } from './run';

/** The required programs on PATH, and what to install for each. */
export const installations = {
  java: 'a JDK, 17 or later (Debian: apt-get install default-jdk-headless)',
  javac: 'a JDK, 17 or later (Debian: apt-get install default-jdk-headless)',
  mvn: 'Maven (Debian: apt-get install maven)',
  python3: 'Python, 3.10 or later, with venv (Debian: apt-get install python3-venv)',
  go: 'Go, 1.25 or later (https://go.dev/dl)',
} as const;

/** A generator, and the program that uses its client, in the folder of its name. */
export interface Generator {
  readonly name: string;
  /** What it needs on the machine besides Node. */
  readonly needs: ReadonlyArray<keyof typeof installations>;
  /** As shown in the guide for customers; its first word is the generator. */
  readonly command: string;
  /** The program for the command's first word. */
  readonly program: () => Promise<readonly string[]>;
  /** Compiles the client and its calls in the folder. */
  readonly compile: (folder: string) => Promise<void>;
  /** The command that makes the calls. */
  readonly calls: () => Promise<readonly string[]>;
}

async function compileTypeScript(folder: string): Promise<void> {
  const target = ['--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--skipLibCheck'];
  const modules = [
    '--module',
    'commonjs',
    '--moduleResolution',
    'bundler',
    '--rootDir',
    '.',
    '--outDir',
    'compiled',
  ];
  const types = ['--types', 'node', '--typeRoots', join(projectRoot, 'node_modules/@types')];
  await run([await npmProgram('tsc'), ...target, ...modules, ...types, 'calls.ts'], { cwd: folder });
}

async function checkPython(folder: string): Promise<void> {
  await run([await pythonProgram('mypy'), 'calls.py'], { cwd: folder });
}

/** Mypy rejects what openapi-generator itself writes, so its client is only imported. */
async function importPython(folder: string): Promise<void> {
  await run([await pythonProgram('python'), '-c', 'import recordwell'], { cwd: folder });
}

async function compileJava(folder: string): Promise<void> {
  const sources = await readdir(join(folder, 'client/src/main/java'), { recursive: true });
  const files = sources
    .filter(name => name.endsWith('.java'))
    .map(name => join('client/src/main/java', name));
  const target = ['-nowarn', '-d', 'classes', '-cp', await javaLibraries()];
  await run(['javac', ...target, 'Calls.java', ...files], { cwd: folder });
}

const callsOfTypeScript = async (): Promise<string[]> => [process.execPath, 'compiled/calls.js'];
const callsOfPython = async (): Promise<string[]> => [await pythonProgram('python'), 'calls.py'];

/** Every generator, in the order of the guide. */
export const generators: readonly Generator[] = [
  {
    name: 'hey-api',
    needs: [],
    command: 'openapi-ts -i openapi.json -o recordwell -c @hey-api/client-fetch',
    program: async () => [await npmProgram('openapi-ts')],
    compile: compileTypeScript,
    calls: callsOfTypeScript,
  },
  {
    name: 'typescript-fetch',
    needs: ['java', 'mvn'],
    command: 'openapi-generator-cli generate -g typescript-fetch -i openapi.json -o recordwell',
    program: openapiGeneratorCommand,
    compile: compileTypeScript,
    calls: callsOfTypeScript,
  },
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    command: 'openapi-python-client generate --path openapi.json --output-path recordwell --meta none',
    program: async () => [await pythonProgram('openapi-python-client')],
    compile: checkPython,
    calls: callsOfPython,
  },
  {
    name: 'python',
    needs: ['python3', 'java', 'mvn'],
    command:
      'openapi-generator-cli generate -g python -i openapi.json -o . ' +
      '--additional-properties=packageName=recordwell',
    program: openapiGeneratorCommand,
    compile: importPython,
    calls: callsOfPython,
  },
  {
    name: 'java',
    needs: ['java', 'javac', 'mvn'],
    command:
      'openapi-generator-cli generate -g java --library native -i openapi.json -o client ' +
      '--additional-properties=invokerPackage=recordwell,apiPackage=recordwell.api,modelPackage=recordwell.model,containerDefaultToNull=true',
    program: openapiGeneratorCommand,
    compile: compileJava,
    calls: async () => ['java', '-cp', ['classes', await javaLibraries()].join(delimiter), 'Calls'],
  },
  {
    name: 'oapi-codegen',
    needs: ['go'],
    command:
      'oapi-codegen -generate types,client,skip-prune -package recordwell -o recordwell/client.go ' +
      'openapi.json',
    program: async () => [await oapiCodegen()],
    compile: folder => run(['go', 'build', '-o', 'calls', '.'], { cwd: folder }),
    calls: async () => ['./calls'],
  },
];
