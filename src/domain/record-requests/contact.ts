/** The contact log of a record request: who reached the facility, how, and what it said. */
import type { Actor } from '../actor';
import type { CalendarDate } from '../clinical/calendar-date';
import { Problem } from '../problem';
import { contactsMax } from './limits';
import type { RecordRequest } from './record-request';

/** The ways of a contact. */
export const contactWays = ['fax', 'phone', 'mail', 'portal', 'email', 'other'] as const;
/** A way of a contact. */
export type ContactWay = (typeof contactWays)[number];

/** The maximum lengths of the texts of a contact. */
export const contactTextsMax = { person: 200, outcome: 1_000 } as const;

/** What someone writes down about a contact. Texts are on one line and have no patient data. */
export interface ContactEntry {
  readonly contactedOn: CalendarDate;
  readonly way: ContactWay;
  /** Whom they reached; `null` if no one in particular. */
  readonly person: string | null;
  readonly outcome: string | null;
  /** The day of the next follow-up; `null` for none. */
  readonly nextOn: CalendarDate | null;
}

/** A contact in the log. */
export interface Contact extends ContactEntry {
  readonly uid: string;
  readonly companyUid: string;
  readonly recordRequestUid: string;
  /** The follow-up date of the request that it replaced or cleared; `null` if it replaced none. */
  readonly replacedOn: CalendarDate | null;
  readonly author: Actor;
  readonly createdAt: Date;
}

/** Returns the follow-up date that a change of it replaces or clears; `null` if it replaces none. */
export function replacedDate(before: CalendarDate | null, after: CalendarDate | null): CalendarDate | null {
  return before === after ? null : before;
}

/**
 * Returns the latest contact that replaced or cleared a request's follow-up date; `undefined` if there is
 * none, or another date was set since.
 */
export function latestReplacement<Shown extends Pick<Contact, 'nextOn' | 'replacedOn' | 'createdAt'>>(
  contacts: readonly Shown[],
  { followUpDate, followUpSetAt }: Pick<RecordRequest, 'followUpDate' | 'followUpSetAt'>,
): Shown | undefined {
  const replacing = contacts.findLast(({ replacedOn }) => replacedOn !== null);
  if (replacing?.nextOn !== followUpDate) return undefined;
  // The same date may have been set again, by someone else.
  return followUpSetAt !== null && followUpSetAt > replacing.createdAt ? undefined : replacing;
}

/** Throws if a record request can't have another contact. @throws Problem `contact.tooMany` */
export function assertRoomForContact(contacts: number): void {
  if (contacts >= contactsMax) throw new Problem('contact.tooMany');
}
