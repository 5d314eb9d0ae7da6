/** The input of one process of the limiter's test. */
export interface LimiterTask {
  readonly databaseUrl: string;
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly durationMs: number;
  /** How many calls it makes at once. */
  readonly burst: number;
}

/** Its output. */
export interface LimiterOutcome {
  /** On the database's clock. */
  readonly takenAtUs: readonly number[];
  readonly attempts: number;
  readonly longestWaitSeconds: number;
}
