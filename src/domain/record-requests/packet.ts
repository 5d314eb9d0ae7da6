import { addDays, type CalendarDate } from '../clinical/calendar-date';
import { outreach, type RecordRequest } from './record-request';

/** How operators send a packet. */
export const packetWays = ['fax', 'mail', 'portal'] as const;
/** A way in which a packet was sent. */
export type PacketWay = (typeof packetWays)[number];

/** The deadlines of a packet, in days. */
export interface PacketTerms {
  /** For operators to send a packet that is ready. */
  readonly sendWithinDays: number;
  /** For the facility, to answer it. */
  readonly answerWithinDays: number;
}

/** The due dates for sending and answering a packet. */
export interface PacketDates {
  readonly preparedOn: CalendarDate;
  readonly sendBy: CalendarDate;
  /** As stated in its letter. */
  readonly answerBy: CalendarDate;
}

/** The days within which operators send the packet of a rush request, at most. */
export const rushSendDays = 1;

/** Returns the due dates of a packet assembled on a day. */
export function packetDates(
  preparedOn: CalendarDate,
  { sendWithinDays, answerWithinDays }: PacketTerms,
  { isRush }: Pick<RecordRequest, 'isRush'>,
): PacketDates {
  const sendDays = isRush ? Math.min(sendWithinDays, rushSendDays) : sendWithinDays;
  return {
    preparedOn,
    sendBy: addDays(preparedOn, sendDays),
    answerBy: addDays(preparedOn, answerWithinDays),
  };
}

/** The next action on a packet, and its due date. */
export interface PacketDue {
  readonly on: CalendarDate;
  readonly isOverdue: boolean;
}

/**
 * Returns when a packet must be sent or answered; `null` if the request has no packet in progress. The due
 * date itself is still on time.
 * @param companyDay today in the time zone of the company (REQUEST-55)
 */
export function packetDue(
  { status, channel }: Pick<RecordRequest, 'status' | 'channel'>,
  packet: Pick<PacketDates, 'sendBy' | 'answerBy'> | null,
  companyDay: CalendarDate,
): PacketDue | null {
  if (packet === null) return null;
  const isSent = status === 'Processing' && channel === outreach;
  if (!isSent && status !== 'Submitted') return null;
  const on = isSent ? packet.answerBy : packet.sendBy;
  return { on, isOverdue: on < companyDay };
}
