/** The fields of a list's address: unknown values are refused, so that no filter is silently ignored. */
import { z } from 'zod';
import { isRealDate } from '../../domain/clinical/calendar-date';
import { field } from '../forms';

/** Returns a field with one of these values, or none. @param what the field's name in the refusal */
export function queryChoice(options: readonly string[], what: string) {
  return field(
    z
      .string()
      .trim()
      .refine(text => text === '' || options.includes(text)),
    `This ${what} doesn't exist. Choose one from the list.`,
  );
}

/** A field with a date, or none. */
export const queryDay = field(
  z
    .string()
    .trim()
    .refine(text => text === '' || isRealDate(text)),
  'Enter the period as dates.',
);

/** Returns a field with the number of a page, 1 if there is none. */
export function queryPage(max: number) {
  return field(
    z
      .string()
      .trim()
      .refine(text => text === '' || (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= max))
      .transform(text => (text === '' ? 1 : Number(text))),
    `Choose a page from 1 to ${max}.`,
  );
}
