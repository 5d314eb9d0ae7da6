/** PostgreSQL refuses to run as root: who it runs as then, and how it still reaches its files. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findOnPath } from './cache';
import { StackError } from './stack-error';

/** How to start a program as an ordinary user; as one already, everything is empty. */
export interface Unprivileged {
  /** What to put before the command. */
  readonly prefix: readonly string[];
  /** To whom its files must belong. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

function lookUp(user: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(text => text.startsWith(`${user}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/**
 * The least capability with which another user can pass through folders that are closed to it (a working copy
 * in `mktemp -d` lies in one): reading past permissions, else writing past them (containers often have only
 * that one). access(2), by which initdb looks for its programs, heeds it only under no_setuid_fixup
 * (capabilities(7)).
 */
function passThrough(): string[] {
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  const mask = BigInt(`0x${effective ?? '0'}`);
  const has = (bit: bigint): boolean => (mask & (1n << bit)) !== 0n;
  const [dacOverride, dacReadSearch, setPcap] = [1n, 2n, 8n];
  if (!has(setPcap)) return [];
  const capability = has(dacReadSearch) ? '+dac_read_search' : has(dacOverride) ? '+dac_override' : undefined;
  if (capability === undefined) return [];
  return ['--securebits=+no_setuid_fixup', `--inh-caps=${capability}`, `--ambient-caps=${capability}`];
}

/**
 * How to run a program that refuses root: as it is when this is not root; else as `postgres` or `nobody` by
 * setpriv(1).
 * @throws StackError when this is root and there is no way to be someone else
 */
export async function unprivileged(): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const setpriv = process.platform === 'linux' ? await findOnPath('setpriv') : undefined;
  const owner = setpriv === undefined ? undefined : (lookUp('postgres') ?? lookUp('nobody'));
  if (setpriv === undefined || owner === undefined) {
    throw new StackError(
      'PostgreSQL refuses to run as root, and setpriv (util-linux) with a user `postgres` or ' +
        '`nobody` is not here to run it as ' +
        'another: start recordwell as an ordinary user, or set DATABASE_URL to a server of your own.',
    );
  }
  const prefix = [
    setpriv,
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    ...passThrough(),
    '--',
  ];
  try {
    execFileSync(prefix[0] ?? setpriv, [...prefix.slice(1), 'true'], { stdio: 'pipe' });
  } catch (error) {
    throw new StackError(
      'PostgreSQL refuses to run as root, and this system does not let root become another user: ' +
        'start recordwell as an ' +
        'ordinary user, or set DATABASE_URL to a server of your own.',
      { cause: error },
    );
  }
  return { prefix, owner };
}
