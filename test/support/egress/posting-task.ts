/** What a process that posts to hostile receivers is told, and what it tells. */

/** Whom it posts to, all at once. */
export interface PostingTask {
  /** A receiver that answers, posted to before, so that what a first POST loads is not counted. */
  readonly well: string;
  readonly hostile: readonly string[];
  /** The name server that is asked. */
  readonly dnsServer: string;
}

/** What it took. */
export interface PostingOutcome {
  /** Of each hostile receiver, in milliseconds. */
  readonly durationsMs: readonly number[];
  /** The most resident memory while it posted, beyond what there was before, in bytes. */
  readonly grownBytes: number;
}
