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
 * The asks that one window is put to a system in, earliest first: as many as it takes where the system takes
 * `daysMax` days at once, and one where it takes any. Together they are the window, and no day is in two
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

/** Where an ask of a plan stands: not answered, answered, or refused. */
export type AskState = 'pending' | ReturnedShare | FacilityRefusalStatus;

/** Whether an ask is to be put again for what is still to come. */
export function isAskOpen(state: AskState): boolean {
  return state === 'pending' || state === 'partToCome';
}

const isReturned = (state: AskState): state is ReturnedShare => Object.hasOwn(returnedStatuses, state);

/** What says of a part of the window only that there is nothing in it. */
const nothingThere: ReadonlySet<AskState> = new Set(['ServiceDatesNotFound', 'NoRecordFound']);
/** What somebody can put right: beside files of other parts it is no end. */
const mendable: ReadonlySet<AskState> = new Set(['AuthDenied', 'WrongSiteName']);
// Of several refusals the one that says most about the whole request.
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
 * What the asks of a plan come to together; `null` while nothing has come back and something may. Parts in
 * which there is nothing take nothing from the others; what was refused for another reason does.
 */
export function outcomeOfPlan(states: readonly AskState[]): AnsweredStatus | null {
  const hasFiles = states.some(isReturned);
  if (states.some(isAskOpen)) return hasFiles ? returnedStatuses.partToCome : null;
  if (!hasFiles) return byWeight.find(status => states.includes(status)) ?? null;
  if (states.every(state => state === 'whole' || nothingThere.has(state))) return returnedStatuses.whole;
  return states.some(state => mendable.has(state)) ? returnedStatuses.partToCome : returnedStatuses.part;
}
