import { completedYears, type CalendarDate } from '../clinical/calendar-date';

/** No one is known to have lived longer than 122 years. */
export const ageMax = 120;

/** Why a date of death can't be right. */
export type DeathFault = 'beforeBirth' | 'tooOld' | 'future' | 'beforeVisit';

/** What a date of death is compared with. */
export interface LifeFacts {
  readonly dateOfBirth: CalendarDate;
  /** The latest local date anywhere; `undefined` if it doesn't matter. */
  readonly today?: CalendarDate;
  /** The patient's latest visit; `null` without one. */
  readonly latestVisitOn?: CalendarDate | null;
}

/** Returns why a date of death contradicts what is known of a person; `undefined` if it doesn't. */
export function deathFault(
  died: CalendarDate,
  { dateOfBirth, today, latestVisitOn = null }: LifeFacts,
): DeathFault | undefined {
  if (died < dateOfBirth) return 'beforeBirth';
  if (today !== undefined && died > today) return 'future';
  if (completedYears(dateOfBirth, died) > ageMax) return 'tooOld';
  return latestVisitOn !== null && latestVisitOn > died ? 'beforeVisit' : undefined;
}
