/** The only source of the current time; tests supply their own. */
export interface Clock {
  /** The current instant. */
  readonly now: () => Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };
