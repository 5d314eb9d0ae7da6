const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/**
 * The waits before each attempt after the first, in milliseconds. They add up: the sixth attempt, the last
 * automatic one, comes 7 h 12 m 30 s after the first.
 */
export const retryDelaysMs = [30 * seconds, 2 * minutes, 10 * minutes, 1 * hours, 6 * hours] as const;

/**
 * The lifetime of a delivery: one that isn't acknowledged by then is abandoned. Until then it can be retried
 * manually.
 */
export const deliveryLifeMs = 24 * hours;

/** How long a receiver has to answer. */
export const acknowledgementTimeoutMs = 10 * seconds;

/** The most places of an endpoint: how many of its deliveries may be attempted at once. */
export const placesMax = 16;

/**
 * An attempt without a response for this long hung, in milliseconds. An unreachable name or address takes
 * longer.
 */
export const hangsAfterMs = 2 * seconds;

/** An attempt without a recorded result for this long was made by a worker that stopped, in milliseconds. */
export const attemptLifeMs = 40 * seconds;

/** Whether a status acknowledges a delivery: any 2xx. */
export function isAcknowledged(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300;
}

/** The status of a receiver that wants no more events: it disables its endpoint. */
export const goneStatus = 410;

/** `Retry-After` in seconds; more digits make no sense. */
const delaySeconds = /^\d{1,9}$/;
/** `Retry-After` as an HTTP date (RFC 9110 §5.6.7), in the current format. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Returns the wait that `Retry-After` requests at `at`, in milliseconds; `null` if it is absent or malformed.
 * @param header as received
 */
export function retryAfterMs(header: string | undefined, at: Date): number | null {
  const text = header?.trim() ?? '';
  if (delaySeconds.test(text)) return Number(text) * seconds;
  const then = httpDate.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(then) ? null : Math.max(0, then - at.getTime());
}

/**
 * Returns the wait for a step of the schedule: as long as the receiver asks, but at least the step and at
 * most twice the step, so that receivers get their pause but can't postpone a delivery forever.
 */
export function waitBefore(stepMs: number, askedMs: number | null): number {
  return Math.min(Math.max(stepMs, askedMs ?? 0), 2 * stepMs);
}

/** Number of failed deliveries in a row after which the owner is warned. */
export const failuresBeforeWarning = 3;

/** Number of failed deliveries in a row after which an endpoint is disabled. */
export const failuresBeforeDisabling = 5;

/** How long a replaced secret keeps signing along with its successor. */
export const rotationWindowMs = 24 * hours;
