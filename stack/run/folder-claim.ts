/** Claims a state folder for one process at a time, even if several start at the same moment. */
import { linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from './json-file';
import { isRunning, type ProcessIdentity } from './process-identity';
import { errorCode, StackError } from './stack-error';
import { identitySchema, type StateFolder } from './state-folder';

/**
 * Claims are numbered files, and the highest number counts. The claim of a process that has ended isn't
 * removed first, but followed by a new one: a start that removed it could remove the claim of a faster start
 * instead.
 */
const claimName = /^supervisor(?:\.(\d+))?\.json$/;

interface Claim {
  readonly number: number;
  readonly path: string;
}

const claimAt = (folder: StateFolder, number: number): Claim => ({
  number,
  path: join(folder.path, `supervisor.${number}.json`),
});

/** Returns the claims of a folder, highest first. `supervisor.json` is from an earlier release. */
function claimsIn(folder: StateFolder): Claim[] {
  let names: string[];
  try {
    names = readdirSync(folder.path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
  return names
    .flatMap(name => {
      const match = claimName.exec(name);
      return match === null ? [] : [{ number: Number(match[1] ?? 0), path: join(folder.path, name) }];
    })
    .sort((a, b) => b.number - a.number);
}

function holderOf(claim: Claim | undefined): ProcessIdentity | undefined {
  const identity = claim === undefined ? undefined : readJsonFile(claim.path, identitySchema);
  return identity !== undefined && isRunning(identity) ? identity : undefined;
}

/** Returns the supervisor that runs the stack of this folder now; undefined if none does. */
export function findSupervisor(folder: StateFolder): ProcessIdentity | undefined {
  return holderOf(claimsIn(folder)[0]);
}

/** @throws StackError if there is a holder */
function assertNone(holder: ProcessIdentity | undefined, folder: StateFolder): void {
  if (holder === undefined) return;
  throw new StackError(
    `A stack already runs or starts in ${folder.path} (process ${holder.pid}). To see it, run ` +
      '`npm run status`. To stop it, run `npm stop`. For a second stack, run `npm start -- --state DIR ' +
      '--ports auto`.',
  );
}

/** @throws StackError if a stack runs or starts in the folder */
export function assertUnclaimed(folder: StateFolder): void {
  assertNone(findSupervisor(folder), folder);
}

/** Creates the claim atomically. @returns false if one with this number already exists */
function make({ path }: Claim, self: ProcessIdentity): boolean {
  const fresh = `${path}.${self.pid}`;
  writeFileSync(fresh, JSON.stringify(self), { mode: 0o600 });
  try {
    linkSync(fresh, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

/**
 * Claims the folder for this process until it ends. Only one of several starts at the same moment succeeds.
 * @throws StackError if a stack runs or starts there
 */
export function claimStateFolder(folder: StateFolder, self: ProcessIdentity): void {
  mkdirSync(folder.path, { recursive: true, mode: 0o700 });
  for (;;) {
    // The number after the claim whose holder has ended. A faster start already has that number.
    const [last] = claimsIn(folder);
    assertNone(holderOf(last), folder);
    const mine = claimAt(folder, (last?.number ?? 0) + 1);
    if (!make(mine, self)) continue;
    const [highest, ...older] = claimsIn(folder);
    if (highest?.number === mine.number) {
      for (const { path } of older) rmSync(path, { force: true });
      return;
    }
    // A faster start has made a higher claim and removed the number that was free before.
    rmSync(mine.path, { force: true });
  }
}
