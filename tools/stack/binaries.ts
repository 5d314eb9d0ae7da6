/** Finds Temporal's and versitygw's programs: PATH, the user's cache, Temporal's official download, `go build`. */
import { chmod, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { cacheDirectory, findOnPath, isExecutable, makeCacheEntry, projectRoot } from './cache';
import { plainEnvironment, runToEnd, type ChildHooks } from './child';
import { StackError } from './stack-error';

/** Receives one line on what happens, for a person who waits; it does not name the program. */
export type Report = (line: string) => void;

interface Program {
  readonly name: 'temporal' | 'versitygw';
  /** The Go module whose version in tools/go.mod is the pinned one. */
  readonly goModule: string;
  readonly goPackage: string;
  readonly buildMinutes: number;
}

const programs = {
  temporal: {
    name: 'temporal',
    goModule: 'github.com/temporalio/cli',
    goPackage: 'github.com/temporalio/cli/cmd/temporal',
    buildMinutes: 3,
  },
  versitygw: {
    name: 'versitygw',
    goModule: 'github.com/versity/versitygw',
    goPackage: 'github.com/versity/versitygw/cmd/versitygw',
    buildMinutes: 2,
  },
} as const satisfies Record<string, Program>;

const toolsFolder = join(projectRoot, 'tools');
const downloadHost = 'https://temporal.download/';
const probeTimeoutMs = 3_000;
const progressEveryMs = 10_000;

async function pinnedVersion(program: Program): Promise<string> {
  const goMod = await readFile(join(toolsFolder, 'go.mod'), 'utf8');
  const line = goMod.split('\n').find(text => text.trim().startsWith(`${program.goModule} v`));
  const version = line?.trim().split(/\s+/)[1]?.slice(1);
  if (version === undefined) throw new StackError(`tools/go.mod does not name ${program.goModule}.`);
  return version;
}

/** The SDK's download is the server that belongs to its version. */
async function sdkVersion(): Promise<string> {
  const text = await readFile(join(projectRoot, 'package.json'), 'utf8');
  const schema = z.object({ devDependencies: z.object({ '@temporalio/testing': z.string() }) });
  return schema.parse(JSON.parse(text)).devDependencies['@temporalio/testing'];
}

async function buildWithGo(
  program: Program,
  entry: string,
  report: Report,
  hooks: ChildHooks,
): Promise<string> {
  const go = await findOnPath('go');
  if (go === undefined) {
    throw new StackError(
      `${program.name} was not found, and there is no Go to build it with: install Go 1.21 or later ` +
        `(https://go.dev/dl, or your package manager), or put a \`${program.name}\` program on PATH.`,
    );
  }
  const started = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - started) / 1000)} s`;
  report(`building ${entry} with ${go}, once; about ${program.buildMinutes} minutes on 2 cores`);
  const ticker = setInterval(() => report(`still building, ${seconds()}`), progressEveryMs);
  try {
    const path = await makeCacheEntry(entry, async workFolder => {
      const output = join(workFolder, program.name);
      const kept = [
        'GOPROXY',
        'GOPRIVATE',
        'GONOSUMDB',
        'GOFLAGS',
        'GOTOOLCHAIN',
        'GOPATH',
        'GOCACHE',
      ].concat(['GOMODCACHE', 'GOSUMDB', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'SSL_CERT_FILE']);
      const environment = kept.flatMap(name => {
        const value = process.env[name];
        return value === undefined ? [] : [[name, value] as const];
      });
      await runToEnd({
        name: 'go build',
        command: go,
        args: ['build', '-o', output, program.goPackage],
        env: { ...plainEnvironment(), ...Object.fromEntries(environment) },
        cwd: toolsFolder,
        ...hooks,
      });
      return output;
    });
    report(`built in ${seconds()}`);
    return path;
  } finally {
    clearInterval(ticker);
  }
}

async function isDownloadReachable(): Promise<boolean> {
  return fetch(downloadHost, { method: 'HEAD', signal: AbortSignal.timeout(probeTimeoutMs) }).then(
    () => true,
    () => false,
  );
}

/** Lets the SDK download the Temporal CLI that belongs to it: it can only do so by starting a server, for a moment. */
async function downloadTemporal(entry: string, report: Report): Promise<string | undefined> {
  if (!(await isDownloadReachable())) {
    report('temporal.download cannot be reached, building it instead');
    return undefined;
  }
  report('downloading the official build from temporal.download');
  try {
    return await makeCacheEntry(entry, async workFolder => {
      const { TestWorkflowEnvironment } = await import('@temporalio/testing');
      const environment = await TestWorkflowEnvironment.createLocal({
        server: { executable: { type: 'cached-download', downloadDir: workFolder } },
      });
      await environment.teardown();
      const file = (await readdir(workFolder)).find(name => name.startsWith('temporal'));
      if (file === undefined) throw new StackError('the SDK left no program');
      await chmod(join(workFolder, file), 0o755);
      return join(workFolder, file);
    });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    report(`the download failed (${reason}), building it instead`);
    return undefined;
  }
}

/**
 * The path of a program, found on PATH or in the cache, downloaded or built; each way taken is one line to `report`.
 * @throws StackError that says what to install when there is no way left
 */
export async function findProgram(
  name: keyof typeof programs,
  report: Report,
  hooks: ChildHooks = {},
): Promise<string> {
  const program: Program = programs[name];
  const onPath = await findOnPath(name);
  if (onPath !== undefined) {
    report(`${onPath} (PATH)`);
    return onPath;
  }
  const built = `${name}-${await pinnedVersion(program)}`;
  const downloaded = `${name}-sdk-${await sdkVersion()}`;
  for (const entry of [built, downloaded]) {
    const path = join(cacheDirectory(), entry);
    if (await isExecutable(path)) {
      report(`${path} (cache)`);
      return path;
    }
  }
  const download = name === 'temporal' ? await downloadTemporal(downloaded, report) : undefined;
  return download ?? buildWithGo(program, built, report, hooks);
}
