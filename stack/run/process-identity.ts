/**
 * Who a process is, over and above its number: numbers are reused, so nothing is signalled before its start
 * time has been compared with the one written down when it was started.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './stack-error';

/**
 * A process, beyond doubt: `startedAt` is opaque and differs between two processes that had the same number.
 */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

/** How often a process that was told to stop is looked at, in milliseconds. */
const pollMs = 25;

/** Since the clock of /proc starts at boot, the boot is part of the identity. */
function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

function startOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5): the command may hold spaces and parentheses; the fields behind its last ")" begin with the
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
 * The identity of a running process; undefined when there is none under that number (a zombie counts as
 * gone).
 */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startElsewhere(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** Whether that very process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt;
}

/** Sends a signal to that very process; false when it is gone. */
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

/** Waits for the process to be gone; false when it is still there after `timeoutMs`. */
export async function waitUntilGone(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isRunning(identity)) {
    if (performance.now() > deadline) return false;
    await delay(pollMs);
  }
  return true;
}

/**
 * Stops a process that is not a child of ours (a child is stopped by `Child.stop`): the signal, the grace,
 * then SIGKILL. Does nothing when another process has its number by now.
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
