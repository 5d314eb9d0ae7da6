/** Loopback ports: free ones, and who holds a taken one. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { StackError } from './stack-error';

/**
 * Below the range from which systems take the ports of outgoing connections, so that none of those gets in
 * between.
 */
const range = { from: 20_000, to: 31_999 } as const;
const attemptsMax = 200;

/** Whether the port can be listened on at 127.0.0.1. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

const handedOut = new Set<number>();

/** A free port of 127.0.0.1 that this process has not been given before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const port = range.from + Math.floor(Math.random() * (range.to - range.from + 1));
    if (handedOut.has(port)) continue;
    handedOut.add(port);
    if (await isPortFree(port)) return port;
  }
  throw new StackError(`No free port between ${range.from} and ${range.to} was found.`);
}

/**
 * The inodes of the sockets that listen on a port; /proc/net/tcp prints ports in hexadecimal, state 0A is
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
        return ''; // Closed in between.
      }
    });
  } catch {
    return []; // Gone, or another user's.
  }
}

function holderOnLinux(port: number): string | undefined {
  const inodes = listeningInodes(port);
  if (inodes.size === 0) return undefined;
  const pid = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .find(name => openFiles(name).some(file => inodes.has(file)));
  if (pid === undefined) return 'a process of another user';
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

/** Who listens on a port, as `process 123 (command)`. */
export function portHolder(port: number): string {
  const holder = process.platform === 'linux' ? holderOnLinux(port) : holderElsewhere(port);
  return holder ?? 'a process that could not be found';
}
