/** Builds a program with Go, from the module that tools/go.mod pins. */
import { join } from 'node:path';
import { findOnPath, makeCacheEntry, projectRoot } from './cache';
import { plainEnvironment, runToEnd, type ChildHooks } from './child';
import type { Report } from './download';
import { StackError } from './stack-error';
import { tellSeconds } from './tell-seconds';

/** The shell's variables that decide how Go downloads and builds. */
const goVariables = ['GOPROXY', 'GOPRIVATE', 'GONOSUMDB', 'GOFLAGS', 'GOTOOLCHAIN', 'GOPATH'].concat(
  ['GOCACHE', 'GOMODCACHE', 'GOSUMDB'],
  ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'SSL_CERT_FILE'],
);

/** What to build. */
export interface GoBuild {
  readonly program: string;
  /** The name of its cache entry. */
  readonly entry: string;
  readonly goPackage: string;
  readonly buildMinutes: number;
}

/** Builds it into the cache. Reports a line at the start, every 5 seconds, and at the end. */
export async function buildWithGo(build: GoBuild, report: Report, hooks: ChildHooks): Promise<string> {
  const { buildMinutes, entry, goPackage, program } = build;
  const go = await findOnPath('go');
  if (go === undefined) throw new StackError(`Building ${program} needs Go, which isn't installed.`);
  report(`building ${entry} with ${go}; takes about ${buildMinutes} minutes on 2 cores, the first time only`);
  const environment = goVariables.flatMap(name => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return tellSeconds(report, { doing: 'building', done: 'built' }, () =>
    makeCacheEntry(entry, async workFolder => {
      const output = join(workFolder, program);
      await runToEnd({
        name: 'go build',
        command: go,
        args: ['build', '-o', output, goPackage],
        env: { ...plainEnvironment(), ...Object.fromEntries(environment) },
        cwd: join(projectRoot, 'tools'),
        ...hooks,
      });
      return output;
    }),
  );
}
