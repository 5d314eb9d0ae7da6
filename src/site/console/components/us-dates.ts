import type { CalendarDate } from '../../../domain/clinical/calendar-date';

/** Returns a date as people in the United States write it, `02/28/1961`. */
export function usDate(day: CalendarDate): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${month}/${date}/${year}`;
}
