import type { CalendarDate } from '../clinical/calendar-date';

/** What a member sets for themselves: a day in the time zone of the company, and what for. */
export interface ReminderEntry {
  readonly remindOn: CalendarDate;
  /** One line, which may contain patient data; `null` for none. */
  readonly note: string | null;
}

/** A member's own reminder about a record request, which only they see. */
export interface Reminder extends ReminderEntry {
  readonly membershipUid: string;
  readonly recordRequestUid: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The maximum length of a reminder's note. */
export const reminderNoteMax = 255;
/** How many years ahead a reminder can be. */
export const reminderYearsMax = 2;
/** The most reminders that a member has in an environment, on the record requests that they see. */
export const remindersMax = 1_000;

/**
 * Returns what is wrong with a reminder, in words for the member, or `undefined`. Its day must be today or
 * later, and at most {@link reminderYearsMax} years ahead. A day that was set before stays valid, so that its
 * note can be changed.
 * @param today in the time zone of the company
 * @param others how many other reminders the member has
 */
export function reminderFault(
  { remindOn }: ReminderEntry,
  before: ReminderEntry | undefined,
  { today, others }: { readonly today: CalendarDate; readonly others: number },
): string | undefined {
  if (before === undefined && others >= remindersMax)
    return (
      `You have ${remindersMax.toLocaleString('en-US')} reminders, which is the maximum. Mark some as done ` +
      'first.'
    );
  if (remindOn === before?.remindOn) return undefined;
  const latest = `${Number(today.slice(0, 4)) + reminderYearsMax}${today.slice(4)}`;
  if (remindOn < today || remindOn > latest)
    return `The reminder's date must be today or later, at most ${reminderYearsMax} years ahead.`;
  return undefined;
}
