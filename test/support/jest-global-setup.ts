/**
 * Starts the real services once per run and passes their addresses to every test file by environment:
 * `TEST_POSTGRES_URL` (superuser, database `postgres`), `TEST_TEMPORAL_ADDRESS`, `TEST_S3_ENDPOINT`,
 * `TEST_S3_ACCESS_KEY_ID`, `TEST_S3_SECRET_ACCESS_KEY`. A service whose variable is already set isn't
 * started. The workflows are bundled in every run, into the file `TEST_WORKFLOW_BUNDLE`. Temporary files of
 * the tests, and of the processes that they start, are in the run's folder, which is in memory if there is
 * room, as is Node's compile cache for all workers and processes of the run. Selected tests that this machine
 * can't run are listed at the start and in `TEST_LEFT_OUT`, a line for each reason.
 */
import { join } from 'node:path';
import { prepareTemplateDatabase } from './database';
import { prepareTestBucket } from './files';
import { allTestFiles, leftOutTests } from './left-out-tests';
import { prepareTestNamespaces } from './temporal';
import { startTestServices } from './test-services';
import { prepareWorkflowBundle } from './workflow-bundle';

/** What Jest knows about the paths on its command line. */
interface Selection {
  readonly rootDir: string;
  readonly testPathPatterns: { toExecutor(options: { rootDir: string }): { isMatch(path: string): boolean } };
}

async function setUp({ rootDir, testPathPatterns }: Selection): Promise<void> {
  const selection = testPathPatterns.toExecutor({ rootDir });
  const leftOut = await leftOutTests(allTestFiles().filter(path => selection.isMatch(path)));
  process.env['TEST_LEFT_OUT'] = leftOut.join('\n');
  for (const line of leftOut) process.stderr.write(`${line}\n`);
  const [temporaryFiles] = await Promise.all([startTestServices(), prepareWorkflowBundle()]);
  process.env['TMPDIR'] = temporaryFiles;
  process.env['NODE_COMPILE_CACHE'] = join(temporaryFiles, 'compiled');
  await Promise.all([prepareTemplateDatabase(), prepareTestBucket(), prepareTestNamespaces()]);
}

module.exports = setUp;
