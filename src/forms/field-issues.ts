import type { z } from 'zod';
import type { FieldIssue } from '../domain/problem';

type ZodIssue = z.core.$ZodIssue;

// A wrong JSON type or an unknown value of an enumeration is 400; a value of the right type that breaks a rule of
// its field, and a required field that is missing, is 422.
const shapeCodes: ReadonlySet<ZodIssue['code']> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
  'unrecognized_keys',
  'invalid_key',
  'invalid_element',
]);

function fieldOf(path: readonly PropertyKey[]): string {
  const field = path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
  return field === '' ? 'body' : field;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/** The rule an issue broke, in words that never quote the input. */
function ruleOf(issue: ZodIssue, isMissing: boolean): string {
  if (isMissing) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(value => `\`${String(value)}\``).join(', ')}`;
    case 'invalid_union':
      return 'has a shape that is not allowed here';
    // The name of an unknown entry is the caller's text, so it is not told.
    case 'unrecognized_keys':
      return 'has an entry that is not known here';
    case 'invalid_format':
    case 'custom':
    case 'too_small':
    case 'too_big':
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
      return issue.message;
    default:
      return 'is not valid';
  }
}

/** What an input broke, by field and rule, and whether any of it is about its shape. */
export function describeIssues(
  error: z.ZodError,
  input: unknown,
): { readonly isShape: boolean; readonly issues: readonly FieldIssue[] } {
  const isMissing = ({ path }: ZodIssue): boolean => path.length > 0 && valueAt(input, path) === undefined;
  return {
    isShape: error.issues.some(issue => !isMissing(issue) && shapeCodes.has(issue.code)),
    issues: error.issues.map(issue => ({
      field: fieldOf(issue.path),
      rule: ruleOf(issue, isMissing(issue)),
    })),
  };
}
