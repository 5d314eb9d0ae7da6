/**
 * `npm run files:score`: reads other people's tables and PDFs as the product does, and compares the result
 * with Python's csv, openpyxl, and pypdf. `--misses` names the files that differ, of the development half
 * only. Exits with 1 if a file differs without a word, and with 2 if the files can't be downloaded.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { delimiter, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';
import { compareFile, referenceSchema, type Comparison, type Reference } from './compare';
import { downloadPackages, othersFiles, type OthersFile } from './downloads';

/** Returns the unpacked source of pypdf; the wheels are unpacked into the folder itself. */
function pypdfFolder(folder: string): string {
  const name = readdirSync(folder).find(each => /^pypdf-[\d.]+\d$/.test(each));
  if (name === undefined) throw new Error('pypdf is missing.');
  return join(folder, name);
}

/** Returns what the other readers find in the files. */
function readReferences(folder: string, files: readonly OthersFile[]): Reference[] {
  const { stdout, status } = spawnSync('python3', [join(__dirname, 'reference.py')], {
    input: files.map(({ path }) => `${path}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
    env: { ...process.env, PYTHONPATH: [folder, pypdfFolder(folder)].join(delimiter) },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  if (status !== 0) throw new Error("The other readers didn't run. They need Python 3.10 or later.");
  return stdout
    .trim()
    .split('\n')
    .map(line => referenceSchema.parse(JSON.parse(line)));
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { misses: { type: 'boolean', default: false } } });
  const folder = downloadPackages();
  if (folder === undefined) {
    console.error("The files couldn't be downloaded, so nothing was scored. Check pip and its index.");
    return 2;
  }
  const files = othersFiles(folder);
  const references = readReferences(folder, files);
  const counts = new Map<string, Record<Comparison, number>>();
  for (const [index, { name, path, half }] of files.entries()) {
    const reference = references[index];
    if (reference === undefined) throw new Error('A file has no reference.');
    const result = await compareFile(path, reference);
    const key = `${half.padEnd(12)} ${extname(name).toLowerCase()}`;
    const count = counts.get(key) ?? { same: 0, named: 0, silent: 0 };
    counts.set(key, { ...count, [result]: count[result] + 1 });
    if (values.misses && half === 'development' && result !== 'same')
      console.log(`${result.padEnd(7)} ${name}`);
  }
  console.log('half         kind   same  named  differs without a word');
  for (const [key, { same, named, silent }] of [...counts].toSorted(([a], [b]) => a.localeCompare(b)))
    console.log(
      [key.padEnd(18), String(same).padStart(5), String(named).padStart(6), String(silent).padStart(6)].join(
        ' ',
      ),
    );
  return [...counts.values()].some(({ silent }) => silent > 0) ? 1 : 0;
}

surviveClosedPipe();
void main().then(
  code => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
