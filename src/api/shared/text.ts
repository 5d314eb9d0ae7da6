import { z } from 'zod';

/**
 * A text of a request. PostgreSQL refuses NUL and cannot store a lone surrogate, so neither gets past the edge.
 * White space around it is not part of it.
 */
export function text(options: { readonly min?: number; readonly max: number }): z.ZodType<string, string> {
  const { min = 1, max } = options;
  return z
    .string()
    .refine(value => value.isWellFormed() && !value.includes('\0'), 'must be well-formed text without NUL')
    .trim()
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`);
}
