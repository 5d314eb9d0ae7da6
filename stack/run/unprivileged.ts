/** Finds a user for PostgreSQL, which refuses to run as root, and a way for that user to reach its files. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findOnPath } from './cache';
import { StackError } from './stack-error';

/** How to start a program as an ordinary user. Everything is empty if you already are one. */
export interface Unprivileged {
  /** The arguments before the command. */
  readonly prefix: readonly string[];
  /** The user who must own its files. */
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
 * The smallest capability that lets another user access closed folders (such as a working copy in `mktemp
 * -d`): bypassing read permissions, or else write permissions (containers often have only that one). initdb
 * finds its programs with access(2), which respects it only with no_setuid_fixup (capabilities(7)).
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
 * Returns how to run a program that refuses root: unchanged if you aren't root, otherwise as `postgres` or
 * `nobody` with setpriv(1).
 * @throws StackError if you're root and can't switch to another user
 */
export async function unprivileged(): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const setpriv = process.platform === 'linux' ? await findOnPath('setpriv') : undefined;
  const owner = setpriv === undefined ? undefined : (lookUp('postgres') ?? lookUp('nobody'));
  if (setpriv === undefined || owner === undefined) {
    throw new StackError(
      'PostgreSQL refuses to run as root, and setpriv (util-linux) or a user `postgres` or ' +
        '`nobody` is missing to run it as another user. Start recordwell as an ordinary user, or set ' +
        'DATABASE_URL to a server of your own.',
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
      "PostgreSQL refuses to run as root, and this system doesn't let root switch to another user. " +
        'Start recordwell as an ordinary user, or set DATABASE_URL to a server of your own.',
      { cause: error },
    );
  }
  return { prefix, owner };
}
