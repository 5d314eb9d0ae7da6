import { z } from 'zod';
import { withoutInvisible } from '../domain/text';

interface TextLimits {
  readonly min?: number;
  readonly max: number;
}

// White space is no fault: a tab or a line break comes along with what is pasted.
const control = /[^\P{Cc}\s]/u;

function wellFormed(): z.ZodString {
  return z
    .string()
    .refine(value => value.isWellFormed() && !control.test(value), {
      error: 'must be well-formed text without control characters',
      abort: true,
    })
    .overwrite(withoutInvisible)
    .normalize('NFC');
}

function bounded(text: z.ZodString, { min = 1, max }: TextLimits): z.ZodType<string, string> {
  return text
    .trim()
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`);
}

/**
 * A text of a request. PostgreSQL refuses NUL and cannot store a lone surrogate, and no control character is
 * part of a name, so none gets past the edge but white space. White space around it and characters that
 * nobody sees are not part of it, and an accented letter has one notation (Unicode NFC): what looks the same
 * as what is on file is the same.
 */
export function text(limits: TextLimits): z.ZodType<string, string> {
  return bounded(wellFormed(), limits);
}

/** As `text`, on one line: a run of white space is one blank. */
export function singleLine(limits: TextLimits): z.ZodType<string, string> {
  return bounded(
    wellFormed().overwrite(value => value.replaceAll(/\s+/gu, ' ')),
    limits,
  );
}

/**
 * What `text` takes and as it takes it, empty or not, for a notation with a rule of its own: a ZIP code, a
 * phone number.
 */
export function notation(): z.ZodString {
  return wellFormed().trim();
}
