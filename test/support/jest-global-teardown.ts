/** Stops what the global set-up started, and removes what it made. */
import { stopTestServices } from './test-services';
import { removeWorkflowBundle } from './workflow-bundle';

async function tearDown(): Promise<void> {
  await Promise.all([stopTestServices(), removeWorkflowBundle()]);
}

module.exports = tearDown;
