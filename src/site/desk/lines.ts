import { z } from 'zod';

/**
 * Returns a schema for an optional line of text; an empty line becomes `undefined`.
 * @param sentence the error for a line that is too long, and for more than one line
 */
export function lineOf(max: number, sentence: string): z.ZodType<string | undefined, string> {
  return z
    .string()
    .trim()
    .refine(text => text.length <= max && !/\p{Cc}/u.test(text) && text.isWellFormed(), sentence)
    .transform(text => (text === '' ? undefined : text));
}
