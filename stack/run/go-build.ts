/** Builds a program by Go, from the module that tools/go.mod pins. */
import { join } from 'node:path';
import { findOnPath, makeCacheEntry, projectRoot } from './cache';
import { plainEnvironment, runToEnd, type ChildHooks } from './child';
import type { Report } from './download';
import { StackError } from './stack-error';
import { tellSeconds } from './tell-seconds';

/** What of the shell decides how Go fetches and builds. */
const goVariables = ['GOPROXY', 'GOPRIVATE', 'GONOSUMDB', 'GOFLAGS', 'GOTOOLCHAIN', 'GOPATH'].concat(
  ['GOCACHE', 'GOMODCACHE', 'GOSUMDB'],
  ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'SSL_CERT_FILE'],
);

/** What is built. */
export interface GoBuild {
  readonly program: string;
  /** The entry of the cache that it becomes. */
  readonly entry: string;
  readonly goPackage: string;
  readonly buildMinutes: number;
}

/** Builds it into the cache; a line at the start, every 5 seconds, and at the end. */
export async function buildWithGo(build: GoBuild, report: Report, hooks: ChildHooks): Promise<string> {
  const { buildMinutes, entry, goPackage, program } = build;
  const go = await findOnPath('go');
  if (go === undefined) throw new StackError(`There is no Go to build ${program} with.`);
  report(`building ${entry} with ${go}, once; about ${buildMinutes} minutes on 2 cores`);
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
