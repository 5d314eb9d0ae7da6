/**
 * Keeps the parts of a stack running: records what it starts, restarts what ends, and stops everything in
 * order.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { describeExit, type Child, type ChildHooks } from './child';
import { importantLine } from './important-lines';
import { openLog, type LogForm } from './log-file';
import { signalProcess, type ProcessIdentity } from './process-identity';
import { explain, StackError } from './stack-error';
import { hurryProcesses, stopProcesses, type NamedProcess } from './stop-processes';

/** A part that ends more often than this within the window isn't restarted. */
const restartsMaxDefault = 5;
const endsWindowMs = 60_000;
/** The number of last lines to show when a part ends. */
const linesShown = 5;
const backoffDefault = { firstMs: 250, maxMs: 8_000 } as const;

/** The supervisor's options. */
export interface SupervisorOptions {
  readonly logs: string;
  /** Called when a process starts or ends. */
  readonly record: (processes: readonly NamedProcess[]) => void;
  readonly say: (part: string, line: string) => void;
  /** Called once if a part can't be kept running. */
  readonly onFailure: (error: StackError) => void;
  /** How often a part may end within a minute; by default 5. Runs that kill parts on purpose use more. */
  readonly restartsMax?: number;
  /** The wait before a restart, doubled up to a maximum; by default 250 ms to 8 s. */
  readonly backoff?: { readonly firstMs: number; readonly maxMs: number };
}

/** A supervisor. */
export interface Supervisor {
  /** Returns the hooks that record a child and its lines. */
  hooks(name: string, form?: LogForm): ChildHooks;
  /** Starts a part and keeps it running. Rejects if its first start fails. */
  keep(name: string, start: () => Promise<{ readonly child: Child }>): Promise<void>;
  /** Runs something that ends on its own. */
  once<Result>(name: string, run: () => Promise<Result>): Promise<Result>;
  /** Stops everything in order, without further restarts. */
  stop(): Promise<void>;
  /** Ends a stop in progress immediately. */
  hurry(): void;
}

/** A part that's kept running. */
interface KeptPart {
  readonly name: string;
  readonly start: () => Promise<{ readonly child: Child }>;
}

type Watcher = Pick<SupervisorOptions, 'say' | 'onFailure'> & {
  readonly restartsMax: number;
  readonly backoff: { readonly firstMs: number; readonly maxMs: number };
  /** Aborted once everything is to stop. Nothing is restarted then. */
  readonly stopping: AbortSignal;
  readonly forget: (name: string) => void;
};

/**
 * Restarts a part until it's running, everything stops, or it has ended too often within a minute.
 * @param ends when it ended before, on the clock of `performance`; this end is added
 * @returns undefined if it isn't restarted
 */
async function revive(
  { name, start }: KeptPart,
  ended: string,
  ends: number[],
  { backoff, onFailure, restartsMax, say, stopping }: Watcher,
): Promise<Child | undefined> {
  for (let reason = ended; ;) {
    const now = performance.now();
    ends.push(now);
    const recent = ends.filter(endedAt => now - endedAt < endsWindowMs).length;
    if (recent > restartsMax) {
      onFailure(new StackError(`${name} ended ${recent} times within a minute: ${reason}`));
      return undefined;
    }
    const waitMs = Math.min(backoff.firstMs * 2 ** (recent - 1), backoff.maxMs);
    say(name, `${reason}; restarting in ${waitMs / 1000} s`);
    try {
      await delay(waitMs, undefined, { signal: stopping });
      const { child } = await start();
      say(name, 'runs again');
      return child;
    } catch (error) {
      if (stopping.aborted) return undefined;
      reason = explain(error);
    }
  }
}

/** Restarts a part whenever it ends, until everything stops or it ends too often. */
async function watch(part: KeptPart, child: Child, watcher: Watcher): Promise<void> {
  const { name } = part;
  const ends: number[] = [];
  for (let current: Child | undefined = child; current !== undefined;) {
    const exit = await current.exited;
    if (watcher.stopping.aborted) return;
    watcher.forget(name);
    // Show its last lines, including those that weren't important enough before.
    const last = current.lastLines().filter(line => importantLine(name, line) === undefined);
    for (const line of last.slice(-linesShown)) watcher.say(name, `  ${line}`);
    current = await revive(part, `ended unexpectedly (${describeExit(exit)})`, ends, watcher);
  }
}

/** Creates a supervisor without processes. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { backoff = backoffDefault, restartsMax = restartsMaxDefault } = options;
  const processes = new Map<string, ProcessIdentity>();
  const stopping = new AbortController();
  const list = (): NamedProcess[] => [...processes].map(([name, identity]) => ({ name, identity }));
  const forget = (name: string): void => {
    processes.delete(name);
    options.record(list());
  };
  const watcher: Watcher = { ...options, restartsMax, backoff, stopping: stopping.signal, forget };

  return {
    hooks: (name, form = 'timed') => {
      const log = openLog(options.logs, name, form);
      return {
        onStart: identity => {
          // A start that was in progress when the stop began.
          if (stopping.signal.aborted) signalProcess(identity, 'SIGKILL');
          processes.set(name, identity);
          options.record(list());
        },
        onLine: line => {
          log(line);
          const shown = importantLine(name, line);
          if (shown !== undefined && !stopping.signal.aborted) options.say(name, shown);
        },
      };
    },
    keep: async (name, start) => {
      stopping.signal.throwIfAborted();
      const { child } = await start();
      watch({ name, start }, child, watcher).catch((error: unknown) => {
        options.onFailure(new StackError(`${name} can't be watched: ${explain(error)}`, { cause: error }));
      });
    },
    once: async (name, run) => {
      stopping.signal.throwIfAborted();
      const result = await run();
      forget(name);
      return result;
    },
    stop: async () => {
      stopping.abort();
      await stopProcesses(list());
      processes.clear();
      options.record([]);
    },
    hurry: () => hurryProcesses(list()),
  };
}
