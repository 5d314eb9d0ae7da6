import { isRealDate } from '../clinical/calendar-date';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const spanishMonths = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** Letters that recognition puts in the place of digits. */
const digitOf: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  l: '1',
  I: '1',
  '|': '1',
  S: '5',
  B: '8',
};

function monthOf(name: string): number {
  const start = name.slice(0, 3).toLowerCase();
  return Math.max(months.indexOf(start), spanishMonths.indexOf(start)) + 1;
}

function dateOf(year: string, month: number, day: number): string[] {
  const years = year.length === 2 ? [`19${year}`, `20${year}`] : [year];
  return years
    .map(each => `${each}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)
    .filter(isRealDate);
}

/**
 * Returns the date that a text starts with, as charts write birth dates: `1/2/1980`, `01-02-80`,
 * `1980-01-02`, `19800102`, `Jan 2, 1980`, `2-Jan-1980`. Month first. A two-digit year leaves two dates; none
 * if it starts with something else.
 */
export function birthDatesIn(text: string, isRecognized = false): string[] {
  const start = text.replace(/^[\s:#.–-]+/u, '');
  const plain = isRecognized
    ? start.replace(/^[\dOoQlI|SB/.-]+/u, digits =>
        digits.replaceAll(/[A-Za-z|]/gu, each => digitOf[each] ?? each),
      )
    : start;
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?!\d)/u.exec(plain);
  if (iso !== null) return dateOf(iso[1] ?? '', Number(iso[2]), Number(iso[3]));
  const american = /^(\d{1,2}) ?[-/.] ?(\d{1,2}) ?[-/.] ?(\d{4}|\d{2})(?!\d)/u.exec(plain);
  if (american !== null) return dateOf(american[3] ?? '', Number(american[1]), Number(american[2]));
  const named = /^(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/u.exec(start);
  if (named !== null) return dateOf(named[3] ?? '', monthOf(named[1] ?? ''), Number(named[2]));
  const dayFirst = /^(\d{1,2})[- ](?:de )?(\p{L}{3,10})\.?[- ](?:de )?(\d{4})(?!\d)/u.exec(start);
  return dayFirst === null ? [] : dateOf(dayFirst[3] ?? '', monthOf(dayFirst[2] ?? ''), Number(dayFirst[1]));
}
