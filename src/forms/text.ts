import { z } from 'zod';
import { withoutInvisible } from '../domain/text';

interface TextLimits {
  readonly min?: number;
  readonly max: number;
  /** What a form without it says instead of "is required"; it starts with that. */
  readonly ifMissing?: string;
}

// White space is allowed, because tabs and line breaks come with pasted text.
const control = /[^\P{Cc}\s]/u;

function wellFormed({ ifMissing }: Pick<TextLimits, 'ifMissing'> = {}): z.ZodString {
  return z
    .string(ifMissing)
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
 * Returns the schema of a text. It refuses control characters except white space, and lone surrogates, which
 * PostgreSQL can't store. It removes invisible characters and white space around the text, and returns
 * Unicode NFC, so that texts that look the same are the same.
 */
export function text(limits: TextLimits): z.ZodType<string, string> {
  return bounded(wellFormed(limits), limits);
}

/** Returns the schema of a text on one line, where a run of white space becomes one space. See `text`. */
export function singleLine(limits: TextLimits): z.ZodType<string, string> {
  return bounded(
    wellFormed(limits).overwrite(value => value.replaceAll(/\s+/gu, ' ')),
    limits,
  );
}

/**
 * Returns the schema of a text of any length, cleaned like `text`, for a notation with its own rule: a ZIP
 * code, a phone number.
 */
export function notation(): z.ZodString {
  return wellFormed().trim();
}
