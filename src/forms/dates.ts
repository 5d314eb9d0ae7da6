import { z } from 'zod';
import { isRealDate, latestDayOnEarth } from '../domain/clinical/calendar-date';

// The checks after this one would say what is not true of a day that does not exist.
const realDate = z.string().refine(isRealDate, { error: 'must be a real date (YYYY-MM-DD)', abort: true });

/** A calendar date that exists. */
export const calendarDate = realDate.meta({ format: 'date', example: '1984-02-29' });

const earliestBirth = '1900-01-01';

/** A birth date: real, not before 1900, not in the future; today is the latest day anywhere on earth. */
export const birthDate = realDate
  .refine(text => text >= earliestBirth, 'must not be before 1900')
  .refine(text => text <= latestDayOnEarth(new Date()), 'must not be in the future')
  .meta({
    format: 'date',
    description: 'Birth date, YYYY-MM-DD, from 1900 to today.',
    example: '1984-02-29',
  });
