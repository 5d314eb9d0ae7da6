/** Temporal's time-skipping test server from Maven: Java archives, and a script that starts them. */
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findOnPath, makeCacheEntry, projectRoot } from '../../stack/run/cache';
import { plainEnvironment, runToEnd, type ChildHooks } from '../../stack/run/child';
import type { Report } from '../../stack/run/download';
import { StackError } from '../../stack/run/stack-error';
import { tellSeconds } from '../../stack/run/tell-seconds';

const coordinates = join(projectRoot, 'tools', 'time-skipping', 'pom.xml');
/** The plugin is pinned: without a version Maven would use its own default. */
const copyGoal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const wrapper = '#!/bin/sh\nexec java -cp "$(dirname "$0")/lib/*" io.temporal.testserver.TestServer "$@"\n';

/** Downloads the version in pom.xml with Maven into this cache entry, a folder with `program` in it. */
export async function fetchWithMaven(
  program: string,
  entry: string,
  report: Report,
  hooks: ChildHooks,
): Promise<string> {
  const maven = await findOnPath('mvn');
  if (maven === undefined) throw new StackError(`Downloading ${program} needs Maven, which isn't installed.`);
  report(`downloading ${entry} with ${maven} (38 MB), the first time only`);
  const folder = await tellSeconds(report, { doing: 'downloading', done: 'downloaded' }, () =>
    makeCacheEntry(entry, async workFolder => {
      const made = join(workFolder, entry);
      await mkdir(join(made, 'lib'), { recursive: true });
      // Maven writes next to the pom.xml that it reads, so it reads a copy.
      await copyFile(coordinates, join(workFolder, 'pom.xml'));
      await runToEnd({
        name: 'mvn',
        command: maven,
        args: ['-q', '-B', '-f', join(workFolder, 'pom.xml'), copyGoal].concat([
          `-DoutputDirectory=${join(made, 'lib')}`,
          '-DincludeScope=runtime',
        ]),
        env: plainEnvironment(),
        ...hooks,
      });
      await writeFile(join(made, program), wrapper);
      await chmod(join(made, program), 0o755);
      return made;
    }),
  );
  return join(folder, program);
}
