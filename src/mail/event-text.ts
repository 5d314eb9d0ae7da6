import { eventNames } from '../domain/events/event-names';
import type { EventType } from '../domain/events/event-types';
import { refusalFacts, type RefusalReason } from '../domain/authorizations/refusal-reason';
import { instantText } from '../domain/time-zones';
import { mailsPerDayMax } from '../domain/notifications/mailed-events';

/** The facts in an e-mail about an event: only our ids and the event's name, no patient data (EVENT-3). */
export interface EventFacts {
  readonly eventType: EventType;
  readonly emittedAt: Date;
  /** Of the company. */
  readonly timeZone: string;
  readonly now: Date;
  readonly environment: string;
  readonly companyId: string;
  /** The customer's id of the project; null if the event belongs to no project. */
  readonly projectId: string | null;
  /** Our id of the record. The customer's id could identify the patient. */
  readonly recordUid: string;
  /** Why the authorization of the event wasn't accepted; `null` if its status says it all. */
  readonly reason: RefusalReason | null;
  /** The page of the record in the console; `null` if it has none. */
  readonly url: string | null;
  /** Whether this e-mail reaches the daily limit. */
  readonly isLast: boolean;
  /** What customers call the people who help them (`SUPPORT_NAME`). */
  readonly supportName: string;
}

/** Returns the subject of the e-mail about an event. */
export function eventSubject(eventType: EventType, environment: string): string {
  return environment === 'sandbox' ? `${eventNames[eventType]} (sandbox)` : eventNames[eventType];
}

/** Returns the text of the e-mail about an event. */
export function eventText(facts: EventFacts): string {
  const { eventType, emittedAt, environment, companyId, projectId, recordUid, url, isLast, supportName } =
    facts;
  const refused = facts.reason === null ? undefined : refusalFacts(facts.reason);
  return [
    `${eventNames[eventType]}.`,
    '',
    `Event:        ${eventType}`,
    `When:         ${instantText(emittedAt, facts)}`,
    `Company:      ${companyId} (${environment})`,
    ...(projectId === null ? [] : [`Project:      ${projectId}`]),
    `Record ID:    ${recordUid}`,
    ...(refused === undefined ? [] : [`Reason:       ${refused.label}`, '', refused.remedy]),
    '',
    ...(url === null
      ? ['To see the results, go back to the page where you started the research.']
      : ['To see the details, sign in to the console:', '', url]),
    ...(isLast
      ? [
          '',
          `You've reached the limit of ${mailsPerDayMax} e-mails in 24 hours. We won't send more until ` +
            "you're below the limit again.",
        ]
      : []),
    '',
    "You're getting this e-mail because you turned on e-mail notifications for this event. To turn them " +
      `off, go to E-mail notifications in the console, or contact ${supportName}. Your administrator can ` +
      'see your settings. Our e-mails never include patient information.',
    '',
  ].join('\n');
}
