/**
 * The user's cache of programs that were downloaded or built: by name and version, each complete or absent.
 */
import { access, constants, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { errorCode } from './stack-error';

/** The root of this working copy; the stack runs from it, never from a build. */
export const projectRoot = resolve(__dirname, '..', '..');

/** `$XDG_CACHE_HOME/recordwell`, by default `~/.cache/recordwell` (XDG Base Directory Specification). */
export function cacheDirectory(): string {
  const base = process.env['XDG_CACHE_HOME'];
  return join(base === undefined || base === '' ? join(homedir(), '.cache') : base, 'recordwell');
}

/** Whether it is a file and may be run. */
export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK)
    .then(() => stat(path))
    .then(
      found => found.isFile(),
      () => false,
    );
}

/** The first program of that name on PATH. */
export async function findOnPath(name: string): Promise<string | undefined> {
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(directory, name);
    if (directory !== '' && !directory.includes('node_modules') && (await isExecutable(path))) return path;
  }
  return undefined;
}

/**
 * Makes an entry of the cache: `make` works in a fresh folder and returns what it made there, which is then
 * renamed into place, so that two starts at once never see half of it and the one that comes second changes
 * nothing.
 * @returns the path of the entry
 */
export async function makeCacheEntry(
  entry: string,
  make: (workFolder: string) => Promise<string>,
): Promise<string> {
  const cache = cacheDirectory();
  await mkdir(cache, { recursive: true });
  const workFolder = await mkdtemp(join(cache, 'making-'));
  const target = join(cache, entry);
  try {
    await rename(await make(workFolder), target).catch((error: unknown) => {
      // A folder, unlike a file, cannot be renamed over another one: the other start was quicker.
      if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
    });
    return target;
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
