/** How long a facility took to answer a customer's own record requests (REQUEST-58). */
import { categoryOf, recordRequestStatuses, type RecordRequestStatus } from './record-request';

/** The statuses of requests that ended with the facility's answer: records, or that there are none. */
export const answeredStatuses: readonly RecordRequestStatus[] = recordRequestStatuses.filter(status => {
  const category = categoryOf(status);
  return category === 'completed' || category === 'recordsNotFound';
});

/** How many days ago the answer may have come. */
export const turnaroundDays = 365;
/** How many of the newest answered requests to a facility are looked at. */
export const turnaroundNewest = 50;
/** How many requests there must be: fewer say little about a facility. */
export const turnaroundMin = 3;

/** How long a facility took. */
export interface Turnaround {
  /** The median days from sending to the answer. */
  readonly medianDays: number;
  /** How many requests it is the median of. */
  readonly requests: number;
}

/** Returns a facility's turnaround in words: `Median 12 days, 9 requests`. */
export function turnaroundText({ medianDays, requests }: Turnaround): string {
  const days = medianDays === 0 ? 'under 1 day' : medianDays === 1 ? '1 day' : `${medianDays} days`;
  return `Median ${days}, ${requests} requests`;
}

/** The same with its name, below a facility's address. */
export function turnaroundLine(turnaround: Turnaround): string {
  return `Turnaround: ${turnaroundText(turnaround).toLowerCase()}`;
}
