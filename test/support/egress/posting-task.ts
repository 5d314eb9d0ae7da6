/** The input and output of a process that posts to hostile receivers. */

/** The receivers to post to, all at once. */
export interface PostingTask {
  /** A well-behaved receiver to post to first, so that what the first POST loads isn't counted. */
  readonly well: string;
  readonly hostile: readonly string[];
  /** The name server to use. */
  readonly dnsServer: string;
}

/** The cost. */
export interface PostingOutcome {
  /** How many POSTs ended before a timer that started after them, half a second longer than their limit. */
  readonly endedInTime: number;
  /** The increase in resident memory while posting, in bytes. */
  readonly grownBytes: number;
}
