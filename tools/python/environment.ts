/** The tools' Python programs: an environment in the user's cache for each file of pinned requirements. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../../stack/run/cache';
import { StackError } from '../../stack/run/stack-error';

const run = promisify(execFile);

/** What to install if `assertPython` fails. */
const pythonHelp =
  'Python 3.10 or later with venv: on Debian and Ubuntu `apt-get install python3-venv`, elsewhere ' +
  'https://www.python.org/downloads/.';

/** @throws StackError that says what to install */
async function assertPython(): Promise<void> {
  const script = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
  await run('python3', ['-c', script]).catch(() => {
    throw new StackError(`It needs ${pythonHelp}`);
  });
}

/**
 * Returns the `bin` folder of an environment with everything in a file of hashed requirements; created once
 * per version of the file.
 * @param name its purpose, and the environment's name in the cache
 * @throws StackError that says what to install
 */
export async function pythonEnvironment(name: string, requirements: string): Promise<string> {
  const pins = await readFile(requirements);
  const hash = createHash('sha256').update(pins).digest('hex').slice(0, 8);
  const environment = join(cacheDirectory(), `${name}-${hash}`);
  const complete = join(environment, 'complete');
  const bin = join(environment, 'bin');
  if (existsSync(complete)) return bin;
  await assertPython();
  console.log(`Installing ${name} into ${environment} (first time only).`);
  // Not moved into place like the cache's programs: an environment can't be moved.
  await rm(environment, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', environment]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--require-hashes'];
  await run(join(bin, 'python'), [...pip, '-r', requirements]);
  await writeFile(complete, '');
  return bin;
}
