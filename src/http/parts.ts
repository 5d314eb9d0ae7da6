import type { Clock } from '../platform/clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Executor } from '../store/database';

/** What the HTTP framework works with, whichever server uses it: built in `src/main` and passed in. */
export interface HttpParts {
  readonly db: Executor;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly limits: RequestLimits;
}

/** How much the server takes in, of whom. */
export interface RequestLimits {
  readonly anonymousPerMinute: number;
  readonly companyPerMinute: number;
  /** Of one user's embedded pages. */
  readonly embedUserPerMinute: number;
  readonly requestsInFlightMax: number;
  /** Expensive requests at once: of one company, and of all. */
  readonly heavyPerCompanyMax: number;
  readonly heavyMax: number;
  /** How long a streamed answer may take. */
  readonly streamedAnswerMs: number;
}
