import { z } from 'zod';
import { isRealDate, latestDayOnEarth } from '../domain/clinical/calendar-date';

// Aborts, because the later checks would give a misleading reason for a day that doesn't exist.
const realDate = z.string().refine(isRealDate, { error: 'must be a real date (YYYY-MM-DD)', abort: true });

/** The schema of a calendar date that exists. */
export const calendarDate = realDate.meta({ format: 'date', example: '1984-02-29' });

const earliestBirth = '1900-01-01';

/**
 * The schema of a birth date: a real day from 1900 to today, where today is the latest day anywhere on
 * earth.
 */
export const birthDate = realDate
  .refine(text => text >= earliestBirth, 'must not be before 1900')
  .refine(text => text <= latestDayOnEarth(new Date()), 'must not be in the future')
  .meta({
    format: 'date',
    description: 'Date of birth (YYYY-MM-DD), from 1900 to today.',
    example: '1984-02-29',
  });
