/** Waits with a time limit, after which the error says what was awaited and what was last seen. */

/** The default time limit; shorter than jest's limit for a test. */
export const waitMaxMs = 25_000;
/** The pauses between checks: short at first, since most waits are short, then longer. */
const pausesMs = { first: 2, last: 50 } as const;

/** The time limit of a wait, and its error. */
export interface WaitOptions<Seen> {
  /** The limit in milliseconds; `waitMaxMs` by default. */
  readonly withinMs?: number;
  /** The longest pause between two checks in milliseconds, for expensive checks; 50 by default. */
  readonly pauseMaxMs?: number;
  /** Returns the last result for the error. Required if a check sees more than statuses, counts, and ids. */
  readonly shown?: (seen: Seen) => string;
}

function shownPlainly(seen: unknown): string {
  if (Array.isArray(seen)) return `${seen.length} entries`;
  if (typeof seen === 'object' && seen !== null) return `an object of ${Object.keys(seen).length} properties`;
  return typeof seen === 'string' ? JSON.stringify(seen.slice(0, 500)) : String(seen);
}

/**
 * Settles like the promise, if it does within the limit.
 * @param lastSeen the progress, for the error
 * @throws Error with both, otherwise
 */
export async function within<T>(
  what: string,
  promise: Promise<T>,
  lastSeen: () => string | Promise<string>,
  withinMs = waitMaxMs,
): Promise<T> {
  const bound = Promise.withResolvers<'passed'>();
  const timer = setTimeout(() => bound.resolve('passed'), withinMs);
  try {
    const first = await Promise.race([promise.then(value => ({ value })), bound.promise]);
    if (first !== 'passed') return first.value;
  } finally {
    clearTimeout(timer);
  }
  throw new Error(
    `waited ${Number((withinMs / 1_000).toPrecision(3))} s for ${what}; last seen: ` +
      (await Promise.resolve(lastSeen())),
  );
}

/**
 * Polls until the wanted result is there, for what gives no notification: a workflow's details, a row that a
 * worker writes.
 * @param what the awaited, as the end of "waited for …"
 * @param look its error is rethrown; the limit applies to it as well
 * @param isThere whether this is the wanted result; by default any truthy one
 * @returns the last result
 * @throws Error after the limit, with the last result: a text, number, or boolean unchanged, so it must not
 * be a patient's, and for anything else the size, unless `shown` is given
 */
export async function until<Seen>(
  what: string,
  look: () => Seen | Promise<Seen>,
  isThere: (seen: Seen) => boolean = Boolean,
  { withinMs = waitMaxMs, pauseMaxMs = pausesMs.last, shown = shownPlainly }: WaitOptions<Seen> = {},
): Promise<Seen> {
  let last = 'nothing, the first look did not come back';
  const state = { isOver: false };
  async function poll(): Promise<Seen> {
    for (let pauseMs: number = pausesMs.first; ; pauseMs = Math.min(pauseMaxMs, pauseMs * 1.5)) {
      const seen = await look();
      if (isThere(seen)) return seen;
      last = shown(seen);
      // After the limit nobody waits anymore, so the poll ends.
      if (state.isOver) return seen;
      await new Promise(resolve => setTimeout(resolve, pauseMs));
    }
  }
  try {
    return await within(what, poll(), () => last, withinMs);
  } finally {
    state.isOver = true;
  }
}
