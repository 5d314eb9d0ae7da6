/** Keeps the parts of a stack running: writes down whom it started, revives what ends, stops in order. */
import { setTimeout as delay } from 'node:timers/promises';
import { describeExit, type Child, type ChildHooks } from './child';
import { importantLine } from './important-lines';
import { openLog } from './log-file';
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
  /** How often a part may end within a minute; by default 5. More is for a run that kills its parts on purpose. */
  readonly restartsMax?: number;
  /** The wait before something is started again, doubled up to a maximum; by default 250 ms to 8 s. */
  readonly backoff?: { readonly firstMs: number; readonly maxMs: number };
}

/** A supervisor. */
export interface Supervisor {
  /** What a child of that name must be started with, so that it is known and its lines are kept. */
  hooks(name: string): ChildHooks;
  /** Starts a part and keeps it running from then on; rejects when its first start fails. */
  keep(name: string, start: () => Promise<{ readonly child: Child }>): Promise<void>;
  /** Runs something that ends by itself. */
  once<Result>(name: string, run: () => Promise<Result>): Promise<Result>;
  /** Stops everything in order and revives nothing any more. */
  stop(): Promise<void>;
  /** Makes a stop that goes on end at once. */
  hurry(): void;
}

/** A supervisor without processes. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const processes = new Map<string, ProcessIdentity>();
  const stopping = new AbortController();
  const { firstMs, maxMs } = options.backoff ?? backoffDefault;
  const { restartsMax = restartsMaxDefault } = options;
  const list = (): NamedProcess[] => [...processes].map(([name, identity]) => ({ name, identity }));
  const forget = (name: string): void => {
    processes.delete(name);
    options.record(list());
  };

  const watch = (name: string, start: () => Promise<{ readonly child: Child }>, child: Child): void => {
    const ends: number[] = [];
    const revive = async (ended: string): Promise<Child | undefined> => {
      for (let reason = ended; ;) {
        const now = performance.now();
        ends.push(now);
        const recent = ends.filter(endedAt => now - endedAt < endsWindowMs).length;
        if (recent > restartsMax) {
          options.onFailure(new StackError(`${name} ended ${recent} times within a minute: ${reason}`));
          return undefined;
        }
        const waitMs = Math.min(firstMs * 2 ** (recent - 1), maxMs);
        options.say(name, `${reason}; starting it again in ${waitMs / 1000} s`);
        try {
          await delay(waitMs, undefined, { signal: stopping.signal });
          const { child: revived } = await start();
          options.say(name, 'runs again');
          return revived;
        } catch (error) {
          if (stopping.signal.aborted) return undefined;
          reason = explain(error);
        }
      }
    };
    void (async () => {
      for (let current: Child | undefined = child; current !== undefined;) {
        const exit = await current.exited;
        if (stopping.signal.aborted) return;
        forget(name);
        // What was not important enough to be shown before now is.
        const last = current.lastLines().filter(line => importantLine(name, line) === undefined);
        for (const line of last.slice(-linesShown)) options.say(name, `  ${line}`);
        current = await revive(`ended unexpectedly (${describeExit(exit)})`);
      }
    })();
  };

  return {
    hooks: name => {
      const log = openLog(options.logs, name);
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
      watch(name, start, child);
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
