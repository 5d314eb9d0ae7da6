import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflowCode, type WorkflowBundleOption } from '@temporalio/worker';
import { failureConverterPath } from './data-converter';

const root = join(__dirname, '../..');

/** Where `npm run build` puts the bundle, next to the compiled code. */
export const builtBundlePath = join(root, 'workflow-bundle.js');

/** Bundles the workflows; about two seconds. */
export async function bundleWorkflows(): Promise<{ readonly code: string }> {
  return bundleWorkflowCode({
    workflowsPath: require.resolve('../../workflows'),
    failureConverterPath,
    // Warnings and errors are thrown; nobody needs the rest.
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

// The sources of the bundle: the workflows, the domain that they call, the converter, and the SDK's version
// in the lock file.
const sourceFolders = ['workflows', 'src/domain'];
const sourceFiles = ['src/temporal/failure-converter.ts', 'package-lock.json'];

/** Returns a name for the current sources: any change to them gives another name. */
function fingerprintOfSources(): string {
  const files = sourceFolders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts'))
      .map(file => join(folder, file)),
  );
  const hash = createHash('sha256');
  for (const file of [...files.toSorted(), ...sourceFiles])
    hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 24);
}

/**
 * Returns the bundle of the current sources in development, made once and kept, because starting waits for
 * it.
 */
async function keptBundle(): Promise<WorkflowBundleOption> {
  const folder = join(root, 'node_modules/.cache/recordwell');
  const codePath = join(folder, `workflow-bundle-${fingerprintOfSources()}.js`);
  if (existsSync(codePath)) return { codePath };
  const bundle = await bundleWorkflows();
  // Renamed into place, so that two workers starting at once never read half a file.
  const draft = `${codePath}.${randomUUID()}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(draft, bundle.code);
  renameSync(draft, codePath);
  return bundle;
}

/** Returns a worker's bundle: the built one, otherwise that of the sources. */
export async function workflowBundle(): Promise<WorkflowBundleOption> {
  return existsSync(builtBundlePath) ? { codePath: builtBundlePath } : keptBundle();
}
