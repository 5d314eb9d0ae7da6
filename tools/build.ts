/**
 * `npm run build`: compiles the TypeScript into `dist`, bundles the workflows once, and copies what the
 * processes need at run time, so that production does not install the compiler.
 */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflows } from '../src/temporal/workflow-bundle';
import { copyAssets } from './copy-assets';
import { surviveClosedPipe } from '../src/platform/closed-pipe';

const root = join(__dirname, '..');
const dist = join(root, 'dist');

async function build(): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  execFileSync('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
  copyAssets(dist);
  const { code } = await bundleWorkflows();
  writeFileSync(join(dist, 'workflow-bundle.js'), code);
  console.log('Built dist.');
}

surviveClosedPipe();
void build();
