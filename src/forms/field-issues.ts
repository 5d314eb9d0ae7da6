import type { z } from 'zod';
import type { FieldIssue } from '../domain/problem';

type ZodIssue = z.core.$ZodIssue;

// A wrong JSON type is 400. A missing required field is 422, and so is a value of the right type that breaks
// its field's rule or isn't on its list.
const shapeCodes: ReadonlySet<ZodIssue['code']> = new Set([
  'invalid_type',
  'invalid_union',
  'unrecognized_keys',
  'invalid_key',
  'invalid_element',
]);

/** The most characters of a field's place in an error. */
export const fieldMax = 100;

/**
 * Returns a percent-encoded name. Names can come from the caller, and they end up in sentences and headers.
 */
function safeName(name: string): string {
  return name === '' ? '""' : encodeURIComponent(name.toWellFormed()).replaceAll('.', '%2E');
}

/**
 * Returns the place of a field, such as `lastNames[0]`. Characters of a name other than ASCII letters,
 * digits, and `-_!~*'()` are percent-encoded. After 100 characters it is cut and ends in `...`.
 */
export function fieldOf(path: readonly PropertyKey[]): string {
  const field = path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${safeName(String(step))}`))
    .join('')
    .replace(/^\./, '');
  if (field === '') return 'body';
  return field.length <= fieldMax ? field : `${field.slice(0, fieldMax - 3)}...`;
}

/** Whether a value has another JSON type than those of a list, which the library doesn't say. */
function isOfAnotherType({ values }: z.core.$ZodIssueInvalidValue, value: unknown): boolean {
  return !values.some(listed => typeof listed === typeof value);
}

function isAboutShape(issue: ZodIssue, input: unknown): boolean {
  if (issue.code === 'invalid_value') return isOfAnotherType(issue, valueAt(input, issue.path));
  return shapeCodes.has(issue.code);
}

/** The most unknown fields that are listed in one place. A body of 1 MiB can have a hundred thousand. */
const unknownNamedMax = 20;

/** Returns one issue for each unknown field. */
function unknownIssues(path: readonly PropertyKey[], names: readonly string[]): FieldIssue[] {
  const named = names
    .slice(0, unknownNamedMax)
    .map(name => ({ field: fieldOf([...path, name]), rule: "isn't a known field" }));
  const rest = names.length - named.length;
  return rest === 0 ? named : [...named, { field: fieldOf(path), rule: `has ${rest} more unknown fields` }];
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/** The library's message of a choice, and the start of its message of a bound, if a schema has no message. */
const bareMessage = 'Invalid input';
const bareBound = /^Too (?:small|big):/;

/** Returns a bound in words: the schema's message, if it has one. */
function boundOf(bound: 'at least' | 'at most', origin: string, limit: number, message: string): string {
  if (!bareBound.test(message)) return message;
  if (origin === 'number' || origin === 'int') return `must be ${bound} ${limit}`;
  if (origin === 'string') return `must have ${bound} ${limit} characters`;
  if (origin === 'array') return `must have ${bound} ${limit} entries`;
  return message;
}

/** Returns the rule that an issue broke, in words that never quote the input. */
function ruleOf(issue: ZodIssue, isMissing: boolean): string {
  if (isMissing) return issue.message.startsWith('is required') ? issue.message : 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(value => `\`${String(value)}\``).join(', ')}`;
    case 'invalid_union':
      return issue.message === bareMessage ? 'has an unsupported shape' : issue.message;
    case 'too_small':
      return boundOf('at least', issue.origin, Number(issue.minimum), issue.message);
    case 'too_big':
      return boundOf('at most', issue.origin, Number(issue.maximum), issue.message);
    case 'invalid_format':
    case 'custom':
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
      return issue.message;
    default:
      return 'is not valid';
  }
}

/** Returns what an input broke, by field and rule, and whether any of it is about the shape. */
export function describeIssues(
  error: z.ZodError,
  input: unknown,
): { readonly isShape: boolean; readonly issues: readonly FieldIssue[] } {
  const isMissing = ({ path }: ZodIssue): boolean => path.length > 0 && valueAt(input, path) === undefined;
  return {
    isShape: error.issues.some(issue => !isMissing(issue) && isAboutShape(issue, input)),
    issues: error.issues.flatMap(issue =>
      issue.code === 'unrecognized_keys'
        ? unknownIssues(issue.path, issue.keys)
        : [{ field: fieldOf(issue.path), rule: ruleOf(issue, isMissing(issue)) }],
    ),
  };
}
