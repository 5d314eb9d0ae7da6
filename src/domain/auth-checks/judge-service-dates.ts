import type { CalendarDate } from '../clinical/calendar-date';
import type { AuthorizationData } from './extraction';
import { coveredDays } from './service-dates';
import { verdicts, type Verdict } from './verdict';

/** The dates of service that a record request covers; `null` means no limit. */
export interface AskedDays {
  readonly startDateOfService: CalendarDate | null;
  readonly endDateOfService: CalendarDate | null;
}

const serviceDates = verdicts({
  covered: {
    status: 'passed',
    message: 'The authorization covers the dates of service of the record request.',
  },
  untilSigning: {
    status: 'warning',
    message:
      'The authorization covers dates of service up to the day it was signed. The record ' +
      'request includes later dates.',
    remedy: 'Request records up to the signature date, or have a new authorization signed.',
  },
  partly: {
    status: 'warning',
    message: 'The authorization covers only some of the requested dates of service.',
    remedy: 'Request only the dates that the authorization covers, or have one signed that covers them all.',
  },
  unstated: {
    status: 'warning',
    message: "The authorization doesn't state dates of service.",
    remedy: 'Confirm that the information it describes includes the requested dates.',
  },
  unclear: {
    status: 'warning',
    message: "We couldn't interpret the dates of service on the authorization.",
    remedy: 'Compare them with the dates of the record request.',
  },
  outside: {
    status: 'failed',
    message: "The authorization doesn't cover the requested dates of service.",
    rule: '45 CFR 164.508(c)(1)(i)',
    remedy: 'Correct the dates of the record request, or have an authorization signed that covers them.',
  },
});

/**
 * Judges whether an authorization covers a record request's dates of service (CHECK-8). A request without a
 * start covers all of the past; one without an end covers everything up to the day it is judged.
 */
export function judgeServiceDates(
  { datesOfService: found, signatureDate }: AuthorizationData,
  asked: AskedDays,
  on: CalendarDate,
): Verdict {
  if (found === null) return serviceDates('unstated');
  const days = coveredDays(found.text, signatureDate?.date ?? on);
  if (days === undefined) return serviceDates('unclear', found);
  const { startDateOfService: start } = asked;
  const end = asked.endDateOfService ?? on;
  const isStartCovered = days.from === null || (start !== null && start >= days.from);
  const isEndCovered = days.to === null || end <= days.to;
  if (isStartCovered && isEndCovered) return serviceDates('covered', found);
  const isAfter = days.to !== null && start !== null && start > days.to;
  const isBefore = days.from !== null && end < days.from;
  if (isBefore || (isAfter && !days.isUntilSigning)) return serviceDates('outside', found);
  return serviceDates(isStartCovered && days.isUntilSigning ? 'untilSigning' : 'partly', found);
}

/** The outcomes of this check. */
export const serviceDatesOutcomes = { datesOfService: serviceDates.outcomes };
