/** Loopback ports: finds free ones, and the process that uses a taken one. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { StackError } from './stack-error';

/** Below the range that systems use for outgoing connections, so that none of those takes a port first. */
const range = { from: 20_000, to: 25_999 } as const;
/** A process listens this far above each port that it got, so that no other process of ours gets it too. */
const claimOffset = 6_000;
const attemptsMax = 200;
const startsMax = 3;

/** Listens on a port of 127.0.0.1; resolves to undefined if it's taken. */
function listen(port: number): Promise<Server | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => resolve(server));
  });
}

/** Whether the port is free on 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = await listen(port);
  if (server === undefined) return false;
  await new Promise(resolve => server.close(resolve));
  return true;
}

/**
 * Gets a free port of 127.0.0.1 for this process until it ends, even while nothing listens on it yet.
 * @returns false if the port is taken, outside of 20000 to 25999, or one that `claimPort` or `freePort` gave
 *   to a running process, this one included
 */
export async function claimPort(port: number): Promise<boolean> {
  if (port < range.from || port > range.to) return false;
  const claim = await listen(port + claimOffset);
  if (claim === undefined) return false;
  if (await isPortFree(port)) {
    claim.unref();
    return true;
  }
  claim.close();
  return false;
}

/**
 * Returns a free port of 127.0.0.1 that none of our running processes got before.
 * @throws StackError if 200 attempts find none
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const port = range.from + Math.floor(Math.random() * (range.to - range.from + 1));
    if (await claimPort(port)) return port;
  }
  throw new StackError(`Couldn't find a free port between ${range.from} and ${range.to}.`);
}

/**
 * Starts a program that listens on ports of its choice, again if a process that isn't ours took one of them
 * between the choice and the listening.
 * @param start chooses ports with `freePort` at each call
 * @throws what `start` throws, at the third time if a port was taken
 */
export async function onFreePorts<Result>(start: () => Promise<Result>): Promise<Result> {
  for (let left = startsMax - 1; ; left -= 1) {
    try {
      return await start();
    } catch (error) {
      const isTaken = error instanceof StackError && /address already in use/i.test(error.message);
      if (!isTaken || left === 0) throw error;
    }
  }
}

/**
 * Returns the inodes of sockets that listen on a port. /proc/net/tcp prints ports in hexadecimal; state 0A is
 * LISTEN.
 */
function listeningInodes(port: number): Set<string> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const inodes = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    let text = '';
    try {
      text = readFileSync(table, 'utf8');
    } catch {
      continue; // No IPv6 in this kernel.
    }
    for (const line of text.split('\n').slice(1)) {
      const fields = line.trim().split(/\s+/);
      if (fields[1]?.endsWith(wanted) === true && fields[3] === '0A' && fields[9] !== undefined)
        inodes.add(`socket:[${fields[9]}]`);
    }
  }
  return inodes;
}

function openFiles(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map(fd => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        return ''; // Closed in the meantime.
      }
    });
  } catch {
    return []; // It has ended, or belongs to another user.
  }
}

function holderOnLinux(port: number): string | undefined {
  const inodes = listeningInodes(port);
  if (inodes.size === 0) return undefined;
  const pid = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .find(name => openFiles(name).some(file => inodes.has(file)));
  if (pid === undefined) return "another user's process";
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  return `process ${pid} (${command.slice(0, 120)})`;
}

function holderElsewhere(port: number): string | undefined {
  try {
    const output = execFileSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pid = /^p(\d+)$/m.exec(output)?.[1];
    const command = /^c(.+)$/m.exec(output)?.[1];
    return pid === undefined ? undefined : `process ${pid} (${command ?? 'unknown'})`;
  } catch {
    return undefined;
  }
}

/** Returns the process that listens on a port, as `process 123 (command)`. */
export function portHolder(port: number): string {
  const holder = process.platform === 'linux' ? holderOnLinux(port) : holderElsewhere(port);
  return holder ?? 'an unknown process';
}
