import { z } from 'zod';

/**
 * Returns a schema of a line that somebody may type; an empty line is `undefined`.
 * @param sentence what is said of a line that is too long, or of more than one
 */
export function lineOf(max: number, sentence: string): z.ZodType<string | undefined, string> {
  return z
    .string()
    .trim()
    .refine(text => text.length <= max && !/\p{Cc}/u.test(text) && text.isWellFormed(), sentence)
    .transform(text => (text === '' ? undefined : text));
}
