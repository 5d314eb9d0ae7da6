import type { Clock } from '../platform/clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Executor } from '../store/database';

/** The dependencies of the HTTP framework, for any server that uses it; created in `src/main`. */
export interface HttpParts {
  readonly db: Executor;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly limits: RequestLimits;
}

/** How many requests the server accepts, and from whom. */
export interface RequestLimits {
  readonly anonymousPerMinute: number;
  readonly companyPerMinute: number;
  /** For the embedded pages of one user. */
  readonly embedUserPerMinute: number;
  readonly requestsInFlightMax: number;
  /** Concurrent expensive requests: of one company, and in total. */
  readonly heavyPerCompanyMax: number;
  readonly heavyMax: number;
  /** How long a streamed response may take. */
  readonly streamedAnswerMs: number;
}
