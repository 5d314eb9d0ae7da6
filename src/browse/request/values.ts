import { z } from 'zod';
import { isStorableText } from '../../domain/text';
import { calendarDate } from '../../forms/dates';
import type { ColumnType } from '../catalogue/column';
import { browseLimits } from './limits';

/** A value of a filter. */
export type Value = string | number | boolean;

const textValue = z
  .string()
  .max(browseLimits.textMax)
  .refine(isStorableText, 'must be well-formed text without NUL');

const decimalValue = z
  .union([
    z.number().gt(-1e15).lt(1e15).meta({ format: 'double' }),
    z.string().regex(/^-?\d{1,15}(?:\.\d{1,6})?$/, 'must be a decimal'),
  ])
  .meta({
    id: 'DecimalValue',
    unionOneOf: true,
    description: 'A decimal number. Send it as text if every digit counts.',
    example: '1714.89',
  });

// PostgreSQL has no year 0 and no offset of sixteen hours, though ISO 8601 does, and would round anything
// finer than a microsecond.
const datetimeValue = z.iso
  .datetime({ offset: true })
  .refine(
    text => !text.startsWith('0000') && /:\d\d(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-5]):\d\d)$/.test(text),
    'must be an instant from year 1 on, at most 15:59 hours off UTC, and to the microsecond at the finest',
  );

/** How values of each type are called in a sentence. */
export const valueWords: Readonly<Record<ColumnType, string>> = {
  text: 'a text',
  date: 'a date such as `2026-11-22`',
  datetime: 'an instant with its zone, such as `2026-11-22T10:00:00Z`',
  decimal: 'a decimal',
  integer: 'an integer',
  boolean: '`true` or `false`',
};

/** The schemas of the values that a column of each type is compared with. */
export const valueSchemas: Readonly<Record<ColumnType, z.ZodType<Value>>> = {
  text: textValue,
  date: calendarDate,
  datetime: datetimeValue,
  decimal: decimalValue,
  integer: z.number().int().min(-2_147_483_648).max(2_147_483_647),
  boolean: z.boolean(),
};
