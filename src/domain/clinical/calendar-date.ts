/**
 * Calendar dates as text, with the little arithmetic that clinical content needs. Text, because a service
 * date has no time zone: a JavaScript `Date` would give it one, and shift it by a day in half of the world.
 */

/**
 * A date as `YYYY-MM-DD` of the proleptic Gregorian calendar, years 0001 to 9999. Text order is time order.
 */
export type CalendarDate = string;

/**
 * Whether a text is a real date, as `YYYY-MM-DD`. Years 0001 to 0099 are rejected as well, because they are
 * years without their century. PostgreSQL has no year 0000.
 */
export function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0100') return false;
  // An engine may parse February 30 as a day in March, so the parsed date must equal the text.
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && dayInUtc(at) === text;
}

/** Returns the UTC date at an instant of the years 1 to 9999. */
export function dayInUtc(at: Date): CalendarDate {
  return at.toISOString().slice(0, 10);
}

/** Returns the latest local date anywhere on earth at an instant: clocks are up to 14 hours ahead of UTC. */
export function latestDayOnEarth(at: Date): CalendarDate {
  return dayInUtc(new Date(at.getTime() + 14 * 60 * 60 * 1000));
}

/** Returns the earliest local date anywhere on earth at an instant: clocks are up to 12 hours behind UTC. */
export function earliestDayOnEarth(at: Date): CalendarDate {
  return dayInUtc(new Date(at.getTime() - 12 * 60 * 60 * 1000));
}

const daysPerEra = 146_097; // 400 years

/** Returns the days from 1970-01-01 to `date`, negative before it. Expects a valid date. */
export function dayNumber(date: CalendarDate): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  // Years that start in March put the leap day last, so that no month needs a special case.
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * daysPerEra + dayOfEra - 719_468;
}

/** Returns the date `days` days after 1970-01-01: the inverse of {@link dayNumber}. */
export function dateOfDayNumber(days: number): CalendarDate {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** Returns the date `days` days after `date`, or before it if negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOfDayNumber(dayNumber(date) + days);
}

/** Returns the last day of a month, which is written as `YYYY-MM`. */
export function endOfMonth(month: string): CalendarDate {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`;
}

/** Returns the completed years from `birth` to `on`: a person's age. Negative if `on` is before `birth`. */
export function completedYears(birth: CalendarDate, on: CalendarDate): number {
  const years = Number(on.slice(0, 4)) - Number(birth.slice(0, 4));
  return on.slice(5) < birth.slice(5) ? years - 1 : years;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** Returns a date as people in the United States write it: `MM/DD/YYYY`. */
export function usDate(date: CalendarDate): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${month}/${day}/${year}`;
}

/** Returns the date that a text means, as `MM/DD/YYYY` or `YYYY-MM-DD`; `undefined` if it means none. */
export function readUsDate(text: string): CalendarDate | undefined {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const date = year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isRealDate(date) ? date : undefined;
}
