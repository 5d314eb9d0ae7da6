/** Instants as text, in the time zone of a company. */
import { clockIn } from '../../domain/time-zones';

/** Creating a formatter costs more than using it. There are two for each zone: with and without a year. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string, hasYear: boolean): Intl.DateTimeFormat {
  const key = `${timeZone} ${hasYear}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    ...(hasYear ? { year: 'numeric' } : {}),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortGeneric',
  });
  formats.set(key, made);
  return made;
}

/** The time zone in which a page shows instants, and when it is shown. */
export interface PageTime {
  readonly timeZone: string;
  readonly now: Date;
}

/** Returns an instant as `Nov 23, 12:21 PM ET`, with its year unless that is the current one. */
export function instantText(at: Date, { timeZone, now }: PageTime): string {
  const yearOf = (instant: Date): string => clockIn(timeZone, instant).day.slice(0, 4);
  // Browsers and Node separate the time from AM and PM by different spaces.
  return formatOf(timeZone, yearOf(at) !== yearOf(now))
    .format(at)
    .replaceAll('\u202f', ' ');
}
