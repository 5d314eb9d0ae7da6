import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflowCode, type WorkflowBundleOption } from '@temporalio/worker';
import { failureConverterPath } from './data-converter';

const root = join(__dirname, '../..');

/** Where `npm run build` puts the bundle, beside the compiled code. */
export const builtBundlePath = join(root, 'workflow-bundle.js');

/** Bundles the workflows; about two seconds. */
export async function bundleWorkflows(): Promise<{ readonly code: string }> {
  return bundleWorkflowCode({
    workflowsPath: require.resolve('../../workflows'),
    failureConverterPath,
    // Warnings and errors are thrown; the rest is of no interest to anyone.
    logger: {
      log: () => undefined,
      trace: () => undefined,
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
    },
  });
}

/** The bundle a worker runs: the one that was built, else one made now. */
export async function workflowBundle(): Promise<WorkflowBundleOption> {
  return existsSync(builtBundlePath) ? { codePath: builtBundlePath } : bundleWorkflows();
}
