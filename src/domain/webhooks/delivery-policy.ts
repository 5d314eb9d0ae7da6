const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/**
 * How long is waited before each attempt after the first, in milliseconds. The waits follow one another: the
 * sixth attempt, the last that is made by itself, comes 7 h 12 m 30 s after the first.
 */
export const retryDelaysMs = [30 * seconds, 2 * minutes, 10 * minutes, 1 * hours, 6 * hours] as const;

/**
 * How long a delivery lives: what was not acknowledged by then is abandoned. Until then it can be retried by
 * hand.
 */
export const deliveryLifeMs = 24 * hours;

/** How long a receiver has for its answer. */
export const acknowledgementTimeoutMs = 10 * seconds;

/** Whether an answer acknowledges a delivery: any 2xx. */
export function isAcknowledged(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300;
}

/** The answer of a receiver that wants nothing any more: it disables its endpoint. */
export const goneStatus = 410;

/** `Retry-After` in seconds; nobody is served by more digits. */
const delaySeconds = /^\d{1,9}$/;
/** `Retry-After` as an HTTP date (RFC 9110 §5.6.7), in the form that is sent today. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * What `Retry-After` asks for at `at`, in milliseconds; `null` where it is absent or malformed.
 * @param header as it came
 */
export function retryAfterMs(header: string | undefined, at: Date): number | null {
  const text = header?.trim() ?? '';
  if (delaySeconds.test(text)) return Number(text) * seconds;
  const then = httpDate.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(then) ? null : Math.max(0, then - at.getTime());
}

/**
 * How long is waited for a step of the schedule: as long as the receiver asks, not less than the step and not
 * more than twice of it, so that no receiver is pressed and none can put a delivery off for ever.
 */
export function waitBefore(stepMs: number, askedMs: number | null): number {
  return Math.min(Math.max(stepMs, askedMs ?? 0), 2 * stepMs);
}

/** So many failed deliveries in a row, and the owner is warned. */
export const failuresBeforeWarning = 3;

/** So many failed deliveries in a row disable an endpoint. */
export const failuresBeforeDisabling = 5;

/** How long a replaced secret still signs beside its successor. */
export const rotationWindowMs = 24 * hours;
