/** Stops what the global setup started, removes what it made, and says at the end which tests didn't run. */
import { stopTestServices } from './test-services';
import { removeWorkflowBundle } from './workflow-bundle';

async function tearDown(): Promise<void> {
  await Promise.all([stopTestServices(), removeWorkflowBundle()]);
  const leftOut = process.env['TEST_LEFT_OUT'] ?? '';
  // The reporter's summary comes after this call.
  if (leftOut !== '') process.once('exit', () => process.stderr.write(`\n${leftOut}\n`));
}

module.exports = tearDown;
