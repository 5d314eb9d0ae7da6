/** Temporal's time-skipping test server (Java), for the tests of timers only. */
import { access, chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDirectory, findOnPath, isExecutable, makeCacheEntry, projectRoot } from '../stack/cache';
import { plainEnvironment, runToEnd } from '../stack/child';
import { StackError } from '../stack/stack-error';

const coordinates = join(projectRoot, 'tools', 'time-skipping', 'pom.xml');
const program = 'temporal-test-server';
/** The plugin is pinned: without a version Maven would take whatever its own defaults name. */
const copyGoal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const wrapper = '#!/bin/sh\nexec java -cp "$(dirname "$0")/lib/*" io.temporal.testserver.TestServer "$@"\n';

/**
 * The program to give to `TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path', path } } })`:
 * `TEMPORAL_TEST_SERVER`, else the user's cache, else fetched by Maven into the cache.
 * @throws StackError that says what to install when Java or Maven is missing
 */
export async function findTimeSkippingServer(): Promise<string> {
  const given = process.env['TEMPORAL_TEST_SERVER'];
  if (given !== undefined && given !== '') {
    if (await isExecutable(given)) return given;
    throw new StackError(`TEMPORAL_TEST_SERVER names ${given}, which is not a program.`);
  }
  if ((await findOnPath('java')) === undefined) {
    throw new StackError(
      'The tests that skip time need Java 11 or later (Debian: apt install default-jre-headless maven), ' +
        'or TEMPORAL_TEST_SERVER with the path of a Temporal test server.',
    );
  }
  const version = /<artifactId>temporal-test-server<\/artifactId>\s*<version>([^<]+)</.exec(
    await readFile(coordinates, 'utf8'),
  )?.[1];
  if (version === undefined) throw new StackError(`${coordinates} names no version of ${program}.`);
  const entry = `${program}-${version}`;
  const path = join(cacheDirectory(), entry, program);
  if (
    await access(path).then(
      () => true,
      () => false,
    )
  )
    return path;

  const maven = await findOnPath('mvn');
  if (maven === undefined) {
    throw new StackError(
      'The tests that skip time need Maven to fetch the Temporal test server once (Debian: apt install maven), ' +
        'or TEMPORAL_TEST_SERVER with the path of one.',
    );
  }
  const folder = await makeCacheEntry(entry, async workFolder => {
    const made = join(workFolder, entry);
    await mkdir(join(made, 'lib'), { recursive: true });
    // Maven writes beside the pom.xml it reads, so it reads a copy.
    await copyFile(coordinates, join(workFolder, 'pom.xml'));
    await runToEnd({
      name: 'mvn',
      command: maven,
      args: ['-q', '-B', '-f', join(workFolder, 'pom.xml'), copyGoal].concat([
        `-DoutputDirectory=${join(made, 'lib')}`,
        '-DincludeScope=runtime',
      ]),
      env: plainEnvironment(),
    });
    await writeFile(join(made, program), wrapper);
    await chmod(join(made, program), 0o755);
    return made;
  });
  return join(folder, program);
}
