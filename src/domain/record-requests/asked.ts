import { usDate, type CalendarDate } from '../clinical/calendar-date';
import type { WhoActs } from '../searches/search-progress';
import { isOpen, type RecordRequest, type RecordRequestStatus } from './record-request';

/** When a record request was made and sent, in the time zone of the company, and whom it waits for. */
export interface AskedRequest {
  readonly requestedOn: CalendarDate;
  /** When it was sent last; `null` before it is sent. */
  readonly sentOn: CalendarDate | null;
  /** The day by which the facility should answer the packet; `null` without one. */
  readonly answerBy: CalendarDate | null;
  /** Days since the request, or until its completion; `null` if it ended in another way. */
  readonly daysOut: number | null;
  readonly whoActs: WhoActs | null;
}

/** Returns when the facility was asked, and when its answer is expected, in words. */
export function askedText(
  { requestedOn, sentOn, answerBy }: Pick<AskedRequest, 'requestedOn' | 'sentOn' | 'answerBy'>,
  { status, today }: { readonly status: RecordRequestStatus; readonly today: CalendarDate },
): string {
  if (status === 'Submitted')
    return sentOn === null
      ? `Requested on ${usDate(requestedOn)}, not sent yet.`
      : `Asked on ${usDate(sentOn)}, not sent again yet.`;
  const asked = sentOn === null ? `Requested on ${usDate(requestedOn)}.` : `Asked on ${usDate(sentOn)}.`;
  if (status !== 'Processing' || answerBy === null) return asked;
  return answerBy < today
    ? `${asked} An answer was expected by ${usDate(answerBy)}.`
    : `${asked} Answer expected by ${usDate(answerBy)}.`;
}

function daysText(days: number, isWaiting: boolean): string {
  if (days === 0) return isWaiting ? 'requested today' : 'answered on the day of the request';
  const count = `${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'}`;
  return isWaiting ? `${count} out` : `answered after ${count}`;
}

/** Returns what the head of a request's page says next to its status: `Rush, 19 days out, due 01/05/2027`. */
export function headText(
  { status, isRush, dueDate }: Pick<RecordRequest, 'status' | 'isRush' | 'dueDate'>,
  { daysOut, today }: { readonly daysOut: number | null; readonly today: CalendarDate },
): string {
  const isWaiting = isOpen(status);
  const parts = [
    ...(isRush ? ['rush'] : []),
    ...(daysOut === null ? [] : [daysText(daysOut, isWaiting)]),
    ...(dueDate === null || !isWaiting ? [] : [`${dueDate < today ? 'was due' : 'due'} ${usDate(dueDate)}`]),
  ];
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
