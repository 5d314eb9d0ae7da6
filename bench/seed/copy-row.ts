/** Formats rows for COPY in text format (PostgreSQL, SQL commands, COPY, *File formats*). */
import { hash } from 'node:crypto';
import { dateOfDayNumber } from '../../src/domain/clinical/calendar-date';

const special = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Formats text, or NULL. */
export function text(value: string | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  return special.test(value) ? value.replaceAll(/[\\\t\n\r]/g, found => escapes[found] ?? found) : value;
}

/** Formats an array of text. */
export function textArray(values: readonly string[]): string {
  return text(`{${values.map(value => `"${value.replaceAll(/["\\]/g, found => `\\${found}`)}"`).join(',')}}`);
}

/** Formats the SHA-256 of a natural key, as `src/store/clinical/clinical.ts` stores it. */
export function keyHash(key: string): string {
  return `\\\\x${hash('sha256', key)}`;
}

/** Formats a timestamp. */
export function instant(atMs: number): string {
  return new Date(atMs).toISOString();
}

const firstDay = -40_000;
// Dates from 1860 on are cached: every row has one, and there are few.
const dates = Array.from({ length: 70_000 }, (_none, index) => dateOfDayNumber(firstDay + index));

/** Formats the date of a day number (`dateOfDayNumber`) in the years 1861 to 2051. */
export function dateOf(day: number): string {
  return dates[day - firstDay] ?? dateOfDayNumber(day);
}

/**
 * Joins formatted values to a row: results of {@link text} and the like, or values that never need escaping.
 */
export function row(...values: readonly string[]): string {
  return `${values.join('\t')}\n`;
}
