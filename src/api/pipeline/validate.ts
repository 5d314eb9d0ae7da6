import type { z } from 'zod';
import { Problem } from '../../domain/problem';
import { describeIssues } from '../../forms/field-issues';

/**
 * Parses a JSON body by its schema. Unknown fields are ignored, unless the schema is strict.
 * @throws Problem with every issue at once: `request.invalid` (400) if any is about the shape, otherwise
 *   `request.unprocessable` (422)
 * @param hasNo422 whether every issue is `request.invalid`
 */
export function validateBody<S extends z.ZodType>(schema: S, input: unknown, hasNo422 = false): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const { isShape, issues } = describeIssues(parsed.error, input);
  throw new Problem(isShape || hasNo422 ? 'request.invalid' : 'request.unprocessable', { issues });
}

/**
 * Parses path or query parameters.
 * @throws Problem `request.invalid` with every issue
 */
export function validateParameters<S extends z.ZodType>(
  schema: S,
  where: 'path' | 'query',
  input: unknown,
): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = describeIssues(parsed.error, input).issues.map(({ field, rule }) => ({
    field: `${where}.${field}`,
    rule,
  }));
  throw new Problem('request.invalid', { issues });
}
