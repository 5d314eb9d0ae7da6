/** Bounded waits: on its bound a wait says what it waited for and what it last saw. */

/** How long a wait may last unless its test says otherwise; shorter than the time that jest gives a test. */
export const waitMaxMs = 25_000;
/** Between two looks: soon at first, since most waits are short, then less often. */
const pausesMs = { first: 2, last: 50 } as const;

/** How a wait is bounded and how it tells what it saw. */
export interface WaitOptions<Seen> {
  /** The bound in milliseconds; `waitMaxMs` unless given. */
  readonly withinMs?: number;
  /** The longest pause between two looks in milliseconds, where a look costs much; 50 unless given. */
  readonly pauseMaxMs?: number;
  /** What the error says of the last look. Needed where a look sees more than statuses, counts and ids. */
  readonly shown?: (seen: Seen) => string;
}

function shownPlainly(seen: unknown): string {
  if (Array.isArray(seen)) return `${seen.length} entries`;
  if (typeof seen === 'object' && seen !== null) return `an object of ${Object.keys(seen).length} properties`;
  return typeof seen === 'string' ? JSON.stringify(seen.slice(0, 500)) : String(seen);
}

/**
 * Settles as the promise does, if it does within the bound.
 * @param lastSeen what the error says of how far it came
 * @throws Error that names both, otherwise
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
 * Looks again and again until what is looked for is there. For what tells nobody when it comes: a workflow's
 * details, a row that a worker writes.
 * @param what what is waited for, as the end of "waited for …"
 * @param look a fault of it is thrown on; one that does not come back is bounded too
 * @param isThere whether this is it; any truthy sight unless given
 * @returns what was seen at last
 * @throws Error on the bound, with the last sight: text, number or boolean as it is, so none of a
 *   patient's, and of anything else the size, unless `shown` is given
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
      // After the bound nobody waits any more: the poll ends by itself.
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
