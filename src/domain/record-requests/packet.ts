import { addDays, type CalendarDate } from '../clinical/calendar-date';
import { outreach, type RecordRequest } from './record-request';

/** The ways in which the delivery team sends a packet. */
export const packetWays = ['fax', 'mail', 'portal'] as const;
/** A way in which a packet was sent. */
export type PacketWay = (typeof packetWays)[number];

/** How much time there is, in days. */
export interface PacketTerms {
  /** For the delivery team, to send a packet that is ready. */
  readonly sendWithinDays: number;
  /** For the facility, to answer it. */
  readonly answerWithinDays: number;
}

/** Until when a packet is to be sent, and answered. */
export interface PacketDates {
  readonly preparedOn: CalendarDate;
  readonly sendBy: CalendarDate;
  /** As its letter says. */
  readonly answerBy: CalendarDate;
}

/** The dates of a packet that is made on a day. */
export function packetDates(
  preparedOn: CalendarDate,
  { sendWithinDays, answerWithinDays }: PacketTerms,
): PacketDates {
  return {
    preparedOn,
    sendBy: addDays(preparedOn, sendWithinDays),
    answerBy: addDays(preparedOn, answerWithinDays),
  };
}

/** What is to be done next about a packet, and until when. */
export interface PacketDue {
  readonly on: CalendarDate;
  readonly isOverdue: boolean;
}

/**
 * Until when a packet is to be sent, or was to be answered; `null` for a request that no packet is under way
 * for. The day itself is still in time.
 */
export function packetDue(
  { status, channel }: Pick<RecordRequest, 'status' | 'channel'>,
  packet: Pick<PacketDates, 'sendBy' | 'answerBy'> | null,
  today: CalendarDate,
): PacketDue | null {
  if (packet === null) return null;
  const isSent = status === 'Processing' && channel === outreach;
  if (!isSent && status !== 'Submitted') return null;
  const on = isSent ? packet.answerBy : packet.sendBy;
  return { on, isOverdue: on < today };
}
