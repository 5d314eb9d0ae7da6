/**
 * Identifies a process by ID and start time. IDs are reused, so a process is signalled only if its start time
 * matches the recorded one.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './stack-error';

/** A unique process: `startedAt` is opaque and differs between two processes with the same ID. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

/** How often a stopping process is checked, in milliseconds. */
const pollMs = 25;

/** The clock of /proc starts at boot, so the boot ID is part of the identity. */
function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

function startOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5): the command may contain spaces and parentheses. After its last ")", the fields start with the
    // state (3).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    return state === 'Z' || state === 'X' || startTicks === undefined
      ? undefined
      : `${bootId()}:${startTicks}`;
  } catch {
    return undefined;
  }
}

function startElsewhere(pid: number): string | undefined {
  try {
    const output = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [state = '', ...start] = output.trim().split(/\s+/);
    return state === '' || state.startsWith('Z') ? undefined : start.join(' ');
  } catch {
    return undefined;
  }
}

/**
 * Returns the identity of a running process; undefined if no process has this ID. A zombie counts as ended.
 */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startElsewhere(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** Whether this process is still running. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt;
}

/** Sends a signal to this process. @returns false if it has ended */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (!isRunning(identity)) return false;
  try {
    process.kill(identity.pid, signal);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}

/** Waits until the process has ended. @returns false if it's still running after `timeoutMs` */
export async function waitUntilGone(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isRunning(identity)) {
    if (performance.now() > deadline) return false;
    await delay(pollMs);
  }
  return true;
}

/**
 * Stops a process that isn't our child (use `Child.stop` for those): sends the signal, and SIGKILL after the
 * grace period. Does nothing if another process has its ID now.
 */
export async function stopProcess(
  identity: ProcessIdentity,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<void> {
  if (!signalProcess(identity, signal)) return;
  if (await waitUntilGone(identity, graceMs)) return;
  signalProcess(identity, 'SIGKILL');
  await waitUntilGone(identity, 5_000);
}
