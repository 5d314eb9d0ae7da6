/**
 * `npm run build`: compiles the TypeScript into `dist`, bundles the workflows once, and copies what the processes need
 * at run time, so that production installs neither the compiler nor the reference page's package.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findReferenceScript } from '../src/main/reference-script';
import { bundleWorkflows } from '../src/temporal/workflow-bundle';

const root = join(__dirname, '..');
const dist = join(root, 'dist');

async function build(): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  execFileSync('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
  mkdirSync(join(dist, 'src/assets'), { recursive: true });
  copyFileSync(findReferenceScript(), join(dist, 'src/assets/reference.js'));
  const { code } = await bundleWorkflows();
  writeFileSync(join(dist, 'workflow-bundle.js'), code);
  console.log('Built dist.');
}

void build();
