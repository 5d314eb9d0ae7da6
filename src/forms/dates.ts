import { z } from 'zod';

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

function isRealDate(text: string): boolean {
  const [, year, month, day] = datePattern.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.toISOString().slice(0, 10) === text;
}

/** A calendar date that exists. */
export const calendarDate = z
  .string()
  .refine(isRealDate, 'must be a real date (YYYY-MM-DD)')
  .meta({ format: 'date', example: '1984-02-29' });

const earliestBirth = '1900-01-01';

/** A birth date: real, not before 1900, not in the future (DESIGN §4); today is the latest day anywhere on earth. */
export const birthDate = z
  .string()
  .refine(isRealDate, 'must be a real date (YYYY-MM-DD)')
  .refine(text => text >= earliestBirth, 'must not be before 1900')
  .refine(text => {
    const latest = new Date(Date.now() + 14 * 60 * 60 * 1000);
    return text <= latest.toISOString().slice(0, 10);
  }, 'must not be in the future')
  .meta({
    format: 'date',
    description: 'Birth date, YYYY-MM-DD, from 1900 to today.',
    example: '1984-02-29',
  });
