/**
 * The user's cache of downloaded and built programs. An entry is named after its program and version, and is
 * always complete.
 */
import { access, constants, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { errorCode, isDiskFull, StackError } from './stack-error';

/** The root of this working copy; the stack runs from it, never from a build. */
export const projectRoot = resolve(__dirname, '..', '..');

/** `$XDG_CACHE_HOME/recordwell`, by default `~/.cache/recordwell` (XDG Base Directory Specification). */
export function cacheDirectory(): string {
  const base = process.env['XDG_CACHE_HOME'];
  return join(base === undefined || base === '' ? join(homedir(), '.cache') : base, 'recordwell');
}

/** Whether it's a file that can be executed. */
export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK)
    .then(() => stat(path))
    .then(
      found => found.isFile(),
      () => false,
    );
}

/** Finds the first program with this name on PATH. */
export async function findOnPath(name: string): Promise<string | undefined> {
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(directory, name);
    if (directory !== '' && !directory.includes('node_modules') && (await isExecutable(path))) return path;
  }
  return undefined;
}

const moveCache = 'or set XDG_CACHE_HOME to a folder elsewhere';

/** Explains why the cache can't be written; any other error stays as it is. */
function explainCache(cache: string, error: unknown): unknown {
  const code = errorCode(error);
  if (isDiskFull(error))
    return new DiskFullError(
      `The disk with the program cache (${cache}) is full. Free some space, ${moveCache}.`,
      { cause: error },
    );
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new StackError(
      `The program cache (${cache}) can't be written (${code}). Change its permissions, ${moveCache}.`,
      { cause: error },
    );
  return error;
}

/** The disk with the cache is full: no other source of a program helps. */
export class DiskFullError extends StackError {}

/**
 * Creates a cache entry. `make` works in a new folder and returns the path of its result, which is then
 * renamed, so no start ever sees an incomplete entry. If two starts do this, the second one changes nothing.
 * @returns the path of the entry
 * @throws DiskFullError, StackError if the cache can't be written, or what `make` throws
 */
export async function makeCacheEntry(
  entry: string,
  make: (workFolder: string) => Promise<string>,
): Promise<string> {
  const cache = cacheDirectory();
  const target = join(cache, entry);
  let workFolder: string | undefined;
  try {
    await mkdir(cache, { recursive: true });
    workFolder = await mkdtemp(join(cache, 'making-'));
    await rename(await make(workFolder), target).catch((error: unknown) => {
      // A folder can't be renamed over another one: another start was faster.
      if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
    });
    return target;
  } catch (error) {
    throw explainCache(cache, error);
  } finally {
    if (workFolder !== undefined) await rm(workFolder, { recursive: true, force: true });
  }
}
