import { z } from 'zod';

interface TextLimits {
  readonly min?: number;
  readonly max: number;
}

function wellFormed(): z.ZodString {
  return z
    .string()
    .refine(value => value.isWellFormed() && !value.includes('\0'), 'must be well-formed text without NUL')
    .normalize('NFC');
}

function bounded(text: z.ZodString, { min = 1, max }: TextLimits): z.ZodType<string, string> {
  return text
    .trim()
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`);
}

/**
 * A text of a request. PostgreSQL refuses NUL and cannot store a lone surrogate, so neither gets past the edge.
 * White space around it is not part of it, and an accented letter has one notation (Unicode NFC): what looks the same
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
