/** A row in the text format of COPY (PostgreSQL, SQL commands, COPY, *File formats*). */
import { hash } from 'node:crypto';
import { dateOfDayNumber } from '../../src/domain/clinical/calendar-date';

const special = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Text, or NULL where there is none. */
export function text(value: string | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  return special.test(value) ? value.replaceAll(/[\\\t\n\r]/g, found => escapes[found] ?? found) : value;
}

/** An array of text. */
export function textArray(values: readonly string[]): string {
  return text(`{${values.map(value => `"${value.replaceAll(/["\\]/g, found => `\\${found}`)}"`).join(',')}}`);
}

/** The SHA-256 of a natural key, as `src/store/clinical/clinical.ts` stores it. */
export function keyHash(key: string): string {
  return `\\\\x${hash('sha256', key)}`;
}

/** An instant. */
export function instant(atMs: number): string {
  return new Date(atMs).toISOString();
}

const firstDay = -40_000;
// From 1860 on; a date is written for every row, and there are few.
const dates = Array.from({ length: 70_000 }, (_none, index) => dateOfDayNumber(firstDay + index));

/** The date of a day number (`dateOfDayNumber`), of the years 1861 to 2051. */
export function dateOf(day: number): string {
  return dates[day - firstDay] ?? dateOfDayNumber(day);
}

/** A row of values that are ready: of {@link text} and the like, or such as never need escaping. */
export function row(...values: readonly string[]): string {
  return `${values.join('\t')}\n`;
}
