/** The generators and what compiles their clients: pinned, and downloaded once into the user's cache. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pythonEnvironment } from '../python/environment';
import { cacheDirectory, makeCacheEntry } from '../../stack/run/cache';
import { StackError } from '../../stack/run/stack-error';
import { run } from './run';

const here = __dirname;

/** The programs that call each client: customers download them with the guide on SDKs. */
export const clientExamples = join(here, '../../docs/guides/examples/clients');

/** Where the examples pin what they need. */
const javaProject = join(clientExamples, 'java/pom.xml');
const goModule = join(clientExamples, 'oapi-codegen');

const mavenPlugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

const openapiGenerator = {
  artifact: 'openapi-generator-cli',
  version: '7.25.0',
  sha256: '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae',
};

/** Returns the cache entry; `make` creates a missing one in a new folder. */
async function cached(entry: string, make: (made: string) => Promise<void>): Promise<string> {
  const path = join(cacheDirectory(), entry);
  if (existsSync(path)) return path;
  console.log(`Downloading ${entry} (first time only).`);
  return makeCacheEntry(entry, async workFolder => {
    const made = join(workFolder, entry);
    await mkdir(made);
    await make(made);
    return made;
  });
}

/** Returns a name for pinned files: it changes when they do. */
async function hashOf(...files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 8);
}

/** Returns openapi-generator's jar from Maven. @throws StackError if it isn't the pinned one */
async function openapiGeneratorJar(): Promise<string> {
  const { artifact, version, sha256 } = openapiGenerator;
  const name = `${artifact}-${version}.jar`;
  const folder = await cached(`${artifact}-${version}`, async made => {
    const coordinates = `-Dartifact=org.openapitools:${artifact}:${version}`;
    await run(['mvn', '-q', '-B', `${mavenPlugin}:copy`, coordinates, `-DoutputDirectory=${made}`]);
    const found = createHash('sha256')
      .update(await readFile(join(made, name)))
      .digest('hex');
    if (found !== sha256) throw new StackError(`${name} isn't the pinned one: its SHA-256 is ${found}.`);
  });
  return join(folder, name);
}

/** Returns the command for openapi-generator; a short run ends before Java's optimizing compiler pays off. */
export async function openapiGeneratorCommand(): Promise<readonly string[]> {
  return ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-jar', await openapiGeneratorJar()];
}

/** Returns the class path of the Java client's libraries: those of `java/pom.xml`. */
export async function javaLibraries(): Promise<string> {
  const folder = await cached(`client-java-${await hashOf(javaProject)}`, async made => {
    // Maven writes next to the pom.xml that it reads, so it reads a copy.
    await copyFile(javaProject, join(made, 'pom.xml'));
    const goal = ['mvn', '-q', '-B', '-f', join(made, 'pom.xml'), `${mavenPlugin}:copy-dependencies`];
    await run([...goal, `-DoutputDirectory=${join(made, 'lib')}`]);
  });
  return join(folder, 'lib', '*');
}

/** Returns a program of `package.json`: a linter, hey-api, the TypeScript compiler. */
export async function npmProgram(name: string): Promise<string> {
  const files = ['package.json', 'package-lock.json'] as const;
  const folder = await cached(
    `client-npm-${await hashOf(...files.map(file => join(here, file)))}`,
    async made => {
      for (const file of files) await copyFile(join(here, file), join(made, file));
      await run(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: made });
    },
  );
  return join(folder, 'node_modules/.bin', name);
}

/** Returns a program of `requirements.txt`, or `python` itself. */
export async function pythonProgram(name: string): Promise<string> {
  return join(await pythonEnvironment('client-python', join(here, 'requirements.txt')), name);
}

/** Returns the oapi-codegen that `oapi-codegen/go.mod` pins. */
export async function oapiCodegen(): Promise<string> {
  const entry = `client-go-${await hashOf(join(goModule, 'go.mod'), join(goModule, 'go.sum'))}`;
  const folder = await cached(entry, async made => {
    const module = join(made, 'module');
    await cp(goModule, module, { recursive: true });
    const goPackage = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen';
    await run(['go', 'build', '-o', join(made, 'oapi-codegen'), goPackage], { cwd: module });
  });
  return join(folder, 'oapi-codegen');
}
