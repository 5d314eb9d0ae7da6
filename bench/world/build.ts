/** Compiles the product and the bench's own servers, like `npm run build`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';
import { bundleWorkflows } from '../../src/temporal/workflow-bundle';
import { copyAssets } from '../../tools/copy-assets';

const root = join(__dirname, '../..');
/** The folder of the compiled code, with the same subfolders as the sources. */
const built = join(root, 'node_modules/.cache/recordwell/bench');
const sources = [
  'src',
  'workflows',
  'activities',
  'migrations',
  'bench/servers',
  'bench/workflows',
  'stack/demo',
];
const stamp = join(built, 'built');

/** Returns the path of a compiled file. */
export function builtFile(path: string): string {
  return join(built, path);
}

/** The bundled workflows of the comparator. */
export const minimalBundlePath = builtFile('minimal-workflow-bundle.js');

function newestSourceMs(): number {
  const files = sources.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)),
  );
  return Math.max(...[...files, 'package-lock.json'].map(file => statSync(join(root, file)).mtimeMs));
}

/**
 * Compiles if anything has changed since the last time. The TypeScript loader for development isn't measured,
 * because it preserves the name of every function, which slows down hot paths.
 */
export async function buildOnce(tell: (line: string) => void): Promise<void> {
  if (existsSync(stamp) && statSync(stamp).mtimeMs > newestSourceMs()) return;
  tell('compiling the product and the comparators');
  rmSync(built, { recursive: true, force: true });
  execFileSync('npx', ['--no-install', 'tsc', '-p', 'bench/tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  copyAssets(built);
  writeFileSync(builtFile('workflow-bundle.js'), (await bundleWorkflows()).code);
  const workflowsPath = require.resolve('../workflows/one-activity');
  writeFileSync(
    minimalBundlePath,
    (await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') })).code,
  );
  writeFileSync(stamp, '');
}
