import { findDate, type StatedDate } from '../../domain/auth-checks/stated-date';

const spanishMonths: Readonly<Record<string, string>> = {
  enero: 'January',
  febrero: 'February',
  marzo: 'March',
  abril: 'April',
  mayo: 'May',
  junio: 'June',
  julio: 'July',
  agosto: 'August',
  septiembre: 'September',
  setiembre: 'September',
  octubre: 'October',
  noviembre: 'November',
  diciembre: 'December',
};
const spanish = new RegExp(
  '(?<!\\d)(\\d{1,2})(?:º|°|ro)? ?(?:d[ií]as? )?(?:de|del)(?: mes de)? ' +
    `(${Object.keys(spanishMonths).join('|')}),? (?:de|del)(?: a[ñn]o)? (\\d{4})(?!\\d)`,
  'i',
);
const dayOf =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th)? day of (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)([a-z]{0,6}),? (\d{4})(?!\d)/i;
const numeric = /(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?!\d)/;

/** The latest year that a date on such a document may have; two digits above it mean the previous century. */
const latestYear = 2060;

/**
 * Returns the first date in a text, as legal documents write it: `this 5th day of May, 2014`,
 * `5 de mayo de 2014`, and as on authorizations. On a Spanish document `05/06/2014` may start with the day or
 * the month, so it doesn't count: a date of death must not be guessed.
 */
export function findWrittenDate(text: string, language: 'en' | 'es'): StatedDate | undefined {
  const written = spanish.exec(text);
  if (written !== null) {
    const month = spanishMonths[(written[2] ?? '').toLowerCase()] ?? '';
    return findDate(`${month} ${written[1] ?? ''}, ${written[3] ?? ''}`, latestYear);
  }
  const day = dayOf.exec(text);
  if (day !== null)
    return findDate(`${day[2] ?? ''}${day[3] ?? ''} ${day[1] ?? ''}, ${day[4] ?? ''}`, latestYear);
  const numbers = language === 'es' ? numeric.exec(text) : null;
  if (numbers !== null) {
    const [first, second, year] = [Number(numbers[1]), Number(numbers[2]), numbers[3] ?? ''];
    if (first !== second && first <= 12 && second <= 12) return undefined;
    const [month, dayOfMonth] = first > 12 ? [second, first] : [first, second];
    return findDate(`${month}/${dayOfMonth}/${year}`, latestYear);
  }
  return findDate(text, latestYear);
}
