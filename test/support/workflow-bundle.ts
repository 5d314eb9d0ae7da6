/** The workflow bundle of one test run: built once, from the current workflows. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleWorkflows } from '../../src/temporal/workflow-bundle';

const variable = 'TEST_WORKFLOW_BUNDLE';

/** Builds the bundle into a file and puts its path into the environment; called once per run. */
export async function prepareWorkflowBundle(): Promise<void> {
  const path = join(await mkdtemp(join(tmpdir(), 'recordwell-bundle-')), 'workflow-bundle.js');
  await writeFile(path, (await bundleWorkflows()).code);
  process.env[variable] = path;
}

/** Removes what `prepareWorkflowBundle` wrote. */
export async function removeWorkflowBundle(): Promise<void> {
  const path = process.env[variable];
  if (path !== undefined) await rm(dirname(path), { recursive: true, force: true });
}

/** Returns the bundle, for workers and replays. */
export function testWorkflowBundle(): { readonly codePath: string } {
  const codePath = process.env[variable];
  if (codePath === undefined) throw new Error(`${variable} is not set: the global set-up did not run`);
  return { codePath };
}
