import { addDays, type CalendarDate } from '../clinical/calendar-date';
import {
  returnedStatuses,
  type AnsweredStatus,
  type FacilityRefusalStatus,
  type ReturnedShare,
} from './record-request';

/** Dates of service, both days included. */
export interface DateWindow {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/**
 * Splits a window of dates of service into the asks that a system takes, earliest first: parts of at most
 * `daysMax` days, or a single one if it takes any length. Together they cover the window without overlap
 * (REQUEST-32).
 */
export function planAsks({ from, to }: DateWindow, daysMax: number | null): DateWindow[] {
  if (daysMax === null || to < from) return [{ from, to }];
  const asks: DateWindow[] = [];
  for (let begin = from; begin <= to; begin = addDays(begin, daysMax)) {
    const last = addDays(begin, daysMax - 1);
    asks.push({ from: begin, to: last < to ? last : to });
  }
  return asks;
}

/** The state of one ask of a plan: pending, answered, or refused. */
export type AskState = 'pending' | ReturnedShare | FacilityRefusalStatus;

/** Whether an ask must be repeated because more is to come. */
export function isAskOpen(state: AskState): boolean {
  return state === 'pending' || state === 'partToCome';
}

const isReturned = (state: AskState): state is ReturnedShare => Object.hasOwn(returnedStatuses, state);

/** Outcomes that only mean that this part of the window has nothing. */
const nothingThere: ReadonlySet<AskState> = new Set(['ServiceDatesNotFound', 'NoRecordFound']);
/** Outcomes that someone can fix. If other parts returned files, the request stays open. */
const mendable: ReadonlySet<AskState> = new Set(['AuthDenied', 'WrongSiteName']);
// Of several refusals, the first in this order says the most about the whole request.
const byWeight = [
  ...([
    'AuthDenied',
    'WrongSiteName',
    'SiteClosed',
    'FacilityRefusal',
    'DuplicateRequest',
    'Canceled',
    'Void',
  ] as const),
  ...(['PatientNotFound', 'ServiceDatesNotFound', 'NoRecordFound'] as const),
] as const satisfies readonly FacilityRefusalStatus[];

/**
 * Returns the combined outcome of a plan's asks, `null` while nothing has come back and something may. Empty
 * parts don't matter; refusals for another reason do.
 */
export function outcomeOfPlan(states: readonly AskState[]): AnsweredStatus | null {
  const hasFiles = states.some(isReturned);
  if (states.some(isAskOpen)) return hasFiles ? returnedStatuses.partToCome : null;
  if (!hasFiles) return byWeight.find(status => states.includes(status)) ?? null;
  if (states.every(state => state === 'whole' || nothingThere.has(state))) return returnedStatuses.whole;
  return states.some(state => mendable.has(state)) ? returnedStatuses.partToCome : returnedStatuses.part;
}
