/** Child processes of the stack and of the tests: their output, exit, and orderly stop. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { identify, type ProcessIdentity } from './process-identity';
import { errorCode, StackError } from './stack-error';

/** The number of latest lines that are kept to explain an unexpected exit. */
const linesKept = 20;

/** Callbacks about a child. */
export interface ChildHooks {
  /** Called once it's running, before it's ready. From then on it must be stopped. */
  readonly onStart?: (identity: ProcessIdentity) => void;
  readonly onLine?: (line: string) => void;
}

/** Only the hooks, for a child that a service starts for its caller. */
export function hooksOf({ onStart, onLine }: ChildHooks): ChildHooks {
  return { ...(onStart === undefined ? {} : { onStart }), ...(onLine === undefined ? {} : { onLine }) };
}

/** How a child is started. Its environment is exactly `env`, without the shell's. */
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
  /** Resolves once the process has ended and its last line was read. Never rejects. */
  readonly exited: Promise<ChildExit>;
  /** Undefined while it's running. */
  exit(): ChildExit | undefined;
  /** Its latest lines, oldest first. */
  lastLines(): readonly string[];
  /**
   * Sends the signal, and SIGKILL to its process group after the grace period. Resolves once it has ended.
   */
  stop(signal: NodeJS.Signals, graceMs: number): Promise<void>;
}

/** The environment that every program gets: PATH, home, and the like, without configuration. */
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
 * Starts a child in a separate process group, so that Ctrl-C reaches only the supervisor, which stops its
 * children in order.
 * @throws StackError if the program can't be started
 */
export async function startChild(spec: ChildSpec): Promise<Child> {
  const lines: string[] = [];
  const process_ = spawn(spec.command, spec.args, {
    env: spec.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
  });
  // Synchronously: a supervisor that's killed now must already have recorded what it started.
  const started = process_.pid === undefined ? undefined : identify(process_.pid);
  if (started !== undefined) spec.onStart?.(started);
  await new Promise<void>((resolve, reject) => {
    process_.once('spawn', resolve);
    process_.once('error', error => {
      reject(new StackError(`Couldn't start ${spec.name}: ${error.message}`, { cause: error }));
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
  // `exit` instead of `close`: if a grandchild keeps the pipe open, a dead child must not look alive.
  const exited = new Promise<ChildExit>(resolve => {
    process_.once('exit', (code, signal) => {
      ended = { code, signal };
      setImmediate(() => resolve({ code, signal }));
    });
  });
  const pid = process_.pid;
  if (pid === undefined) throw new StackError(`Couldn't start ${spec.name}.`);
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
          // It has just ended.
        }
      }, graceMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Kills what an ended program left running in its process group, such as a build's compilers. */
export function endGroup({ identity }: Child): void {
  try {
    process.kill(-identity.pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: nothing was left. macOS says EPERM if only zombies are.
    if (!['ESRCH', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
  }
}

/**
 * Runs a program, and kills what it leaves running.
 * @returns its standard output
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
