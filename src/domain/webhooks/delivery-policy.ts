const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/**
 * How long is waited before each attempt after the first, in milliseconds. The waits follow one another: the
 * sixth attempt, the last that is made by itself, comes 7 h 12 m 30 s after the first.
 */
export const retryDelaysMs = [30 * seconds, 2 * minutes, 10 * minutes, 1 * hours, 6 * hours] as const;

/** How long a delivery lives: what was not acknowledged by then is abandoned. Until then it can be retried by hand. */
export const deliveryLifeMs = 24 * hours;

/** How long a receiver has for its answer. */
export const acknowledgementTimeoutMs = 10 * seconds;

/** Whether an answer acknowledges a delivery: any 2xx. */
export function isAcknowledged(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300;
}

/** So many failed deliveries in a row disable an endpoint. */
export const failuresBeforeDisabling = 5;

/** How long a replaced secret still signs beside its successor. */
export const rotationWindowMs = 24 * hours;
