/**
 * Finds the programs that the stack and the tests start: by an environment variable, on PATH, in the user's
 * cache, as the official release with its pinned SHA-256, for Temporal's two the same file from where its
 * SDKs download, and at last made here by Go or Maven.
 *
 * Not by the SDK itself: what it downloads is not verified, comes from one address that no mirror can stand
 * in for, and is told by nothing until it is there. Where it downloads from is asked from here.
 */
import { join } from 'node:path';
import { fetchWithMaven } from '../../tools/time-skipping/maven';
import { cacheDirectory, findOnPath, isExecutable, makeCacheEntry } from './cache';
import type { ChildHooks } from './child';
import { downloadProgram, type DownloadSource, type Report } from './download';
import { buildWithGo } from './go-build';
import {
  archiveForThisMachine,
  readPins,
  type Pin,
  type PinnedArchive,
  type ProgramName,
} from './program-pins';
import { explain, StackError } from './stack-error';

/** How a program is found, and what is made of it here when it is not. */
interface Program {
  /** The environment variable that names the program. */
  readonly variable: string;
  /** What it needs on PATH to be made here. */
  readonly tools: readonly string[];
  /** Where in the cache it is once it was made here. */
  readonly made: (pin: Pin) => readonly string[];
  /** What it needs on PATH to run, made here. */
  readonly runsOn: readonly string[];
  readonly make: (pin: Pin, report: Report, hooks: ChildHooks) => Promise<string>;
}

function builtWithGo(program: ProgramName, variable: string, goPackage: string, minutes: number): Program {
  const entry = ({ version }: Pin): string => `${program}-${version}`;
  return {
    variable,
    tools: ['go'],
    made: pin => [entry(pin)],
    runsOn: [],
    make: (pin, report, hooks) =>
      buildWithGo({ program, entry: entry(pin), goPackage, buildMinutes: minutes }, report, hooks),
  };
}

const testServerEntry = ({ version }: Pin): string => `temporal-test-server-${version}`;

const programs: Readonly<Record<ProgramName, Program>> = {
  temporal: builtWithGo('temporal', 'TEMPORAL_CLI', 'github.com/temporalio/cli/cmd/temporal', 3),
  versitygw: builtWithGo('versitygw', 'VERSITYGW', 'github.com/versity/versitygw/cmd/versitygw', 2),
  'temporal-test-server': {
    variable: 'TEMPORAL_TEST_SERVER',
    tools: ['java', 'mvn'],
    made: pin => [testServerEntry(pin), 'temporal-test-server'],
    runsOn: ['java'],
    make: (pin, report, hooks) => fetchWithMaven('temporal-test-server', testServerEntry(pin), report, hooks),
  },
};

const toolNames: Readonly<Record<string, string>> = {
  go: 'Go 1.21 or later (https://go.dev/dl, or your package manager)',
  java: 'Java 11 or later (Debian: apt install default-jre-headless)',
  mvn: 'Maven (Debian: apt install maven)',
};

/** How programs are looked for. */
export interface Search {
  /** Hears which way each program is taken, and how far it has come. */
  readonly report: (program: ProgramName, line: string) => void;
  /** For the processes that make a program. */
  readonly hooks?: (program: ProgramName) => ChildHooks;
  /** How long a server of downloads may say nothing; by default 15 s. */
  readonly silenceMs?: number;
}

async function given({ variable }: Program): Promise<string | undefined> {
  const path = process.env[variable];
  if (path === undefined || path === '') return undefined;
  if (await isExecutable(path)) return path;
  throw new StackError(`${variable} names ${path}, which is not a program.`);
}

async function areOnPath(tools: readonly string[]): Promise<boolean> {
  return (await Promise.all(tools.map(findOnPath))).every(tool => tool !== undefined);
}

/** The entry of the cache that an archive becomes: it says version and platform. */
function downloadedEntry(archive: PinnedArchive): string {
  return archive.file.replace(/\.tar\.gz$/, '');
}

async function cached(
  program: Program,
  pin: Pin,
  archive: PinnedArchive | undefined,
): Promise<string | undefined> {
  const made = (await areOnPath(program.runsOn)) ? [program.made(pin)] : [];
  const downloaded = archive === undefined ? [] : [[downloadedEntry(archive)]];
  for (const parts of [...downloaded, ...made]) {
    const path = join(cacheDirectory(), ...parts);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

/** Downloads from the first source that has the pinned file; every one that has not says why. */
async function download(
  program: ProgramName,
  pin: Pin,
  archive: PinnedArchive,
  { report, silenceMs }: Search,
): Promise<string | undefined> {
  const tell: Report = line => report(program, line);
  const sources: readonly DownloadSource[] = pin.sdkDownload === undefined ? ['release'] : ['release', 'sdk'];
  for (const source of sources)
    try {
      return await makeCacheEntry(downloadedEntry(archive), folder =>
        downloadProgram({
          program,
          pin,
          archive,
          source,
          folder,
          report: tell,
          ...(silenceMs === undefined ? {} : { silenceMs }),
        }),
      );
    } catch (error) {
      tell(`not downloaded: ${explain(error).split('\n')[0]}`);
    }
  return undefined;
}

/**
 * Where the program is: what was named, what is on PATH, what is in the cache, or what could be downloaded.
 * @throws StackError when its variable names what is no program
 */
export async function lookFor(name: ProgramName, search: Search): Promise<string | undefined> {
  const program = programs[name];
  const pin = (await readPins())[name];
  const archive = archiveForThisMachine(pin);
  const ways = [
    { way: program.variable, find: () => given(program) },
    { way: 'PATH', find: () => findOnPath(name) },
    { way: 'cache', find: () => cached(program, pin, archive) },
  ];
  for (const { way, find } of ways) {
    const found = await find();
    if (found === undefined) continue;
    search.report(name, `${found} (${way})`);
    return found;
  }
  if (archive !== undefined) return download(name, pin, archive, search);
  search.report(
    name,
    `not downloaded: no file of release ${pin.version} is pinned for ${process.platform} on ${process.arch}`,
  );
  return undefined;
}

/**
 * What has to be installed before these programs can be made here, one sentence for all of them.
 * @returns undefined when nothing has to be
 */
export async function whatMakingNeeds(names: readonly ProgramName[]): Promise<string | undefined> {
  const tools = [...new Set(names.flatMap(name => programs[name].tools))];
  const found = await Promise.all(tools.map(findOnPath));
  const missing = tools.filter((_, index) => found[index] === undefined);
  if (missing.length === 0) return undefined;
  const waiting = names.filter(name => programs[name].tools.some(tool => missing.includes(tool)));
  const list = new Intl.ListFormat('en');
  return (
    `${list.format(waiting)}: neither found nor downloaded. Install ` +
    `${list.format(missing.map(tool => toolNames[tool] ?? tool))}, or let ` +
    `${list.format(waiting.map(name => programs[name].variable))} name the program, or ` +
    'RECORDWELL_MIRROR a mirror.'
  );
}

/** Makes a program here, which takes minutes the first time. */
export async function makeProgram(name: ProgramName, { hooks, report }: Search): Promise<string> {
  const pin = (await readPins())[name];
  return programs[name].make(pin, line => report(name, line), hooks?.(name) ?? {});
}

/**
 * The paths of these programs. All are looked for before the first is made, so that what is missing is told
 * at once.
 * @throws StackError that says what to install when there is no way left to one of them
 */
export async function findPrograms<Name extends ProgramName>(
  names: readonly Name[],
  search: Search,
): Promise<(name: Name) => string> {
  const looked = await Promise.all(names.map(async name => ({ name, path: await lookFor(name, search) })));
  const missing = await whatMakingNeeds(
    looked.filter(({ path }) => path === undefined).map(({ name }) => name),
  );
  if (missing !== undefined) throw new StackError(missing);
  const paths = new Map<Name, string>(
    await Promise.all(
      looked.map(async ({ name, path }) => [name, path ?? (await makeProgram(name, search))] as const),
    ),
  );
  return name => {
    const path = paths.get(name);
    if (path === undefined) throw new Error(`${name} was not looked for.`);
    return path;
  };
}
