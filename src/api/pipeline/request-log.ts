import type { Log } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import { insertApiRequests, type ApiRequest } from '../../store/audit/api-requests';
import type { Executor } from '../../store/database';
import type { Clock } from '../../platform/clock';
import { uuidv7 } from '../../platform/ids';
import type { Step } from '../../http/request-state';
import type { Contract } from './contract';

/** How long a request waits to be stored. */
const everyMs = 1_000;
/** The most requests stored at once. */
const batchMax = 500;
/** The most requests that wait, such as while the database is away; later ones are dropped and counted. */
const waitingMax = 10_000;

/** What the log is written with. */
interface RequestLogParts {
  readonly db: Executor;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'requestLogDropped'>;
}

/** The log of API requests: stores them in batches, so that no request waits for it. */
export interface RequestLog {
  readonly note: (request: ApiRequest) => void;
  /** Stores what waits, and stops. What can't be stored then is counted as dropped. */
  readonly close: () => Promise<void>;
}

/** Creates the log. Nothing is lost silently: what is dropped is counted in a metric. */
export function createRequestLog({ db, log, metrics }: RequestLogParts): RequestLog {
  let waiting: ApiRequest[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function store(): Promise<boolean> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchMax);
      try {
        await insertApiRequests(db, batch);
      } catch (error: unknown) {
        log.warn('Could not store the log of requests. It is tried again.', { error, count: batch.length });
        return false;
      }
      waiting = waiting.slice(batch.length);
    }
    return true;
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      // One batch after the other: two at once would store the same requests.
      writing = writing.then(store).then(isDone => {
        if (!isDone) schedule();
      });
    }, everyMs).unref();
  }

  return {
    note: request => {
      if (waiting.length >= waitingMax) {
        metrics.requestLogDropped.inc({ reason: 'full' });
        return;
      }
      waiting.push(request);
      schedule();
    },
    close: async () => {
      await writing;
      const isDone = await store();
      clearTimeout(timer);
      if (!isDone) metrics.requestLogDropped.inc({ reason: 'stopped' }, waiting.length);
    },
  };
}

/** Returns the templates of the paths of operations, in order. */
export function pathsOf(operations: ReadonlyArray<{ readonly contract: Pick<Contract, 'path'> }>): string[] {
  return [...new Set(operations.map(({ contract }) => contract.path))].toSorted();
}

/**
 * Records each request with an active key once it is answered: the template of its path, never the path. A
 * request with an unknown key belongs to no company.
 */
export function logRequests(
  requestLog: Pick<RequestLog, 'note'>,
  contracts: ReadonlyArray<Pick<Contract, 'id' | 'path'>>,
  clock: Clock,
): Step {
  const paths = new Map(contracts.map(({ id, path }) => [id, path]));
  return async (context, next) => {
    const startedAt = performance.now();
    await next();
    const { principal, operationId, requestId, problem } = context.state;
    if (principal === undefined) return;
    const occurredAt = clock.now();
    requestLog.note({
      uid: uuidv7(occurredAt),
      occurredAt,
      companyUid: principal.companyUid,
      environment: principal.environment,
      keyUid: principal.keyUid,
      method: context.method,
      path: paths.get(operationId) ?? null,
      status: context.status,
      durationMs: Math.round(performance.now() - startedAt),
      problem: problem ?? null,
      requestId,
    });
  };
}
