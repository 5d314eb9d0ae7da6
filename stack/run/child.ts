/** Child processes of the stack and of the tests: their lines, their end, and an orderly stop. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { identify, type ProcessIdentity } from './process-identity';
import { errorCode, StackError } from './stack-error';

/** How many of the latest lines are kept to explain an unexpected end. */
const linesKept = 20;

/** What the starter of a child wants to hear of it. */
export interface ChildHooks {
  /** Called as soon as it runs, before it is ready: from then on it has to be stopped. */
  readonly onStart?: (identity: ProcessIdentity) => void;
  readonly onLine?: (line: string) => void;
}

/** The hooks alone, for a child that a service starts on behalf of its own caller. */
export function hooksOf({ onStart, onLine }: ChildHooks): ChildHooks {
  return { ...(onStart === undefined ? {} : { onStart }), ...(onLine === undefined ? {} : { onLine }) };
}

/** How a child is started. Its environment is exactly `env`: nothing leaks in from the shell. */
export interface ChildSpec extends ChildHooks {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** How a child ended. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running child. */
export interface Child {
  readonly name: string;
  readonly identity: ProcessIdentity;
  /** Settles once the process is gone and its last line was read; never rejects. */
  readonly exited: Promise<ChildExit>;
  /** Undefined while it runs. */
  exit(): ChildExit | undefined;
  /** The latest lines it wrote, oldest first. */
  lastLines(): readonly string[];
  /** Sends the signal, then SIGKILL to its whole process group after the grace; settles when it is gone. */
  stop(signal: NodeJS.Signals, graceMs: number): Promise<void>;
}

/** The environment that every program may have: how to find others and where home is, no configuration. */
export function plainEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'LANG', 'XDG_CACHE_HOME'];
  return Object.fromEntries(
    kept.flatMap(name => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** `exit code 1`, `signal SIGKILL`. */
export function describeExit(exit: ChildExit): string {
  return exit.signal === null ? `exit code ${exit.code ?? 'unknown'}` : `signal ${exit.signal}`;
}

/**
 * Starts a child in a process group of its own, so that a Ctrl-C in the terminal reaches the supervisor
 * alone, which then stops its children in order.
 * @throws StackError when the program cannot be started
 */
export async function startChild(spec: ChildSpec): Promise<Child> {
  const lines: string[] = [];
  const process_ = spawn(spec.command, spec.args, {
    env: spec.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
  });
  // At once, in the same turn: a supervisor that is killed now must have written down whom it started.
  const started = process_.pid === undefined ? undefined : identify(process_.pid);
  if (started !== undefined) spec.onStart?.(started);
  await new Promise<void>((resolve, reject) => {
    process_.once('spawn', resolve);
    process_.once('error', error => {
      reject(new StackError(`${spec.name} could not be started: ${error.message}`, { cause: error }));
    });
  });
  const read = (stream: Readable): void => {
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', line => {
      lines.push(line);
      if (lines.length > linesKept) lines.shift();
      spec.onLine?.(line);
    });
  };
  read(process_.stdout);
  read(process_.stderr);

  let ended: ChildExit | undefined;
  // `exit`, not `close`: a grandchild that keeps the pipe open must not make a dead child look alive.
  const exited = new Promise<ChildExit>(resolve => {
    process_.once('exit', (code, signal) => {
      ended = { code, signal };
      setImmediate(() => resolve({ code, signal }));
    });
  });
  const pid = process_.pid;
  if (pid === undefined) throw new StackError(`${spec.name} could not be started.`);
  return {
    name: spec.name,
    identity: started ?? { pid, startedAt: 'gone' },
    exited,
    exit: () => ended,
    lastLines: () => lines,
    stop: async (signal, graceMs) => {
      if (ended !== undefined) return;
      process_.kill(signal);
      const timer = setTimeout(() => {
        try {
          process.kill(-pid, 'SIGKILL');
        } catch {
          // Gone in this very moment.
        }
      }, graceMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Ends what a program that has ended left running in its process group, such as the compilers of a build. */
export function endGroup({ identity }: Child): void {
  try {
    process.kill(-identity.pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: nothing was left. macOS says EPERM if only zombies are.
    if (!['ESRCH', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
  }
}

/**
 * Runs a program to its end, and ends what it leaves running.
 * @returns what it wrote to its standard output
 * @throws StackError with its last lines if it fails
 */
export async function runToEnd(spec: ChildSpec): Promise<string> {
  const output: string[] = [];
  const child = await startChild({
    ...spec,
    onLine: line => {
      output.push(line);
      spec.onLine?.(line);
    },
  });
  const exit = await child.exited;
  endGroup(child);
  if (exit.code !== 0) {
    throw new StackError(
      `${spec.name} failed (${describeExit(exit)}):\n${child.lastLines().join('\n')}`.trimEnd(),
    );
  }
  return output.join('\n');
}
