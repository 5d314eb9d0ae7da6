/**
 * `npm run build`: compiles the TypeScript into `dist`, bundles the workflows once, and copies what the processes need
 * at run time, so that production does not install the compiler.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflows } from '../src/temporal/workflow-bundle';

const root = join(__dirname, '..');
const dist = join(root, 'dist');
/** What recognises pages: weights, which the compiler leaves where they are. */
const models = 'src/documents/recognition/models';

async function build(): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  execFileSync('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
  cpSync(join(root, 'docs/guides'), join(dist, 'src/assets/guides'), { recursive: true });
  cpSync(join(root, models), join(dist, models), { recursive: true });
  copyFileSync(join(root, 'src/reference/try-it.js'), join(dist, 'src/reference/try-it.js'));
  const { code } = await bundleWorkflows();
  writeFileSync(join(dist, 'workflow-bundle.js'), code);
  console.log('Built dist.');
}

void build();
