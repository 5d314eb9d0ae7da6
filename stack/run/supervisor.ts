/** Keeps the parts of a stack running: writes down whom it started, revives what ends, stops in order. */
import { setTimeout as delay } from 'node:timers/promises';
import { describeExit, type Child, type ChildHooks } from './child';
import { importantLine } from './important-lines';
import { openLog, type LogForm } from './log-file';
import { signalProcess, type ProcessIdentity } from './process-identity';
import { explain, StackError } from './stack-error';
import { hurryProcesses, stopProcesses, type NamedProcess } from './stop-processes';

/** A part that ends more often than this within the window is beyond reviving. */
const restartsMaxDefault = 5;
const endsWindowMs = 60_000;
/** How many of its last lines are shown when a part ends. */
const linesShown = 5;
const backoffDefault = { firstMs: 250, maxMs: 8_000 } as const;

/** What the supervisor is given. */
export interface SupervisorOptions {
  readonly logs: string;
  /** Called whenever a process was started or is gone. */
  readonly record: (processes: readonly NamedProcess[]) => void;
  readonly say: (part: string, line: string) => void;
  /** Called once when a part cannot be kept alive. */
  readonly onFailure: (error: StackError) => void;
  /**
   * How often a part may end within a minute; by default 5. More is for a run that kills its parts on
   * purpose.
   */
  readonly restartsMax?: number;
  /** The wait before something is started again, doubled up to a maximum; by default 250 ms to 8 s. */
  readonly backoff?: { readonly firstMs: number; readonly maxMs: number };
}

/** A supervisor. */
export interface Supervisor {
  /** What a child of that name must be started with, so that it is known and its lines are kept. */
  hooks(name: string, form?: LogForm): ChildHooks;
  /** Starts a part and keeps it running from then on; rejects when its first start fails. */
  keep(name: string, start: () => Promise<{ readonly child: Child }>): Promise<void>;
  /** Runs something that ends on its own. */
  once<Result>(name: string, run: () => Promise<Result>): Promise<Result>;
  /** Stops everything in order and revives nothing any more. */
  stop(): Promise<void>;
  /** Makes a stop that goes on end at once. */
  hurry(): void;
}

/** Something that is kept running. */
interface KeptPart {
  readonly name: string;
  readonly start: () => Promise<{ readonly child: Child }>;
}

type Watcher = Pick<SupervisorOptions, 'say' | 'onFailure'> & {
  readonly restartsMax: number;
  readonly backoff: { readonly firstMs: number; readonly maxMs: number };
  /** Aborted once everything is to stop: nothing is revived then. */
  readonly stopping: AbortSignal;
  readonly forget: (name: string) => void;
};

/**
 * Starts a part again that has ended, until it runs, everything stops, or it has ended too often within a
 * minute.
 * @param ends when it ended before, on the clock of `performance`; this end is added
 * @returns undefined when it is not revived
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
    say(name, `${reason}; starting it again in ${waitMs / 1000} s`);
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

/** Revives a part whenever it ends, until everything stops or it is beyond reviving. */
async function watch(part: KeptPart, child: Child, watcher: Watcher): Promise<void> {
  const { name } = part;
  const ends: number[] = [];
  for (let current: Child | undefined = child; current !== undefined;) {
    const exit = await current.exited;
    if (watcher.stopping.aborted) return;
    watcher.forget(name);
    // What was not important enough to be shown before now is.
    const last = current.lastLines().filter(line => importantLine(name, line) === undefined);
    for (const line of last.slice(-linesShown)) watcher.say(name, `  ${line}`);
    current = await revive(part, `ended unexpectedly (${describeExit(exit)})`, ends, watcher);
  }
}

/** A supervisor without processes. */
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
          // A start that was under way when the stop began.
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
