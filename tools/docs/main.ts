/** `npm run docs:write`: writes the generated files. With `check` it only reports which ones are outdated. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedDocs, staleDocs } from './generated-docs';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';

const root = join(__dirname, '../..');

async function write(): Promise<void> {
  for (const { path, content } of await generatedDocs()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

async function check(): Promise<void> {
  const stale = await staleDocs(root);
  for (const path of stale) console.error(`${path} is out of date. Run \`npm run docs:write\`.`);
  process.exitCode = stale.length === 0 ? 0 : 1;
}

surviveClosedPipe();
const [mode] = process.argv.slice(2);
if (mode === 'write') void write();
else if (mode === 'check') void check();
else {
  console.error('Usage: docs write | check');
  process.exitCode = 64;
}
