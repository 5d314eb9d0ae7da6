/** Reads posted forms: each form is a zod schema made of the fields below. */
import { z } from 'zod';
import { Problem } from '../domain/problem';

/** An error for a form that was filled in incorrectly, with a sentence for each field. */
export class FormProblem extends Error {
  override readonly name = 'FormProblem';
  readonly isMessageSafe = true;
  readonly sentence: string;

  constructor(readonly fields: Readonly<Record<string, string>>) {
    const sentence = [...new Set(Object.values(fields))].join(' ');
    super(sentence);
    this.sentence = sentence;
  }
}

/** The most characters of a field that the page shows again. */
const typedMax = 1_000;

// The values that were posted under the name of a field.
const values = z.array(z.string()).optional();

/**
 * Returns the values of a form, parsed by its schema.
 * @throws FormProblem with the first problem of each field
 */
export function formOf<Schema extends z.ZodType>(schema: Schema, form: URLSearchParams): z.output<Schema> {
  const fields = Object.fromEntries([...new Set(form.keys())].map(name => [name, form.getAll(name)]));
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const problems = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? '');
    if (!problems.has(field)) problems.set(field, message);
  }
  throw new FormProblem(Object.fromEntries(problems));
}

/** Returns a parser for one value. @param sentence the error for a value that the schema rejects */
function parsing<Output>(schema: z.ZodType<Output, string>, sentence: string | undefined) {
  return (text: string, context: z.RefinementCtx): Output => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: sentence ?? parsed.error.issues[0]?.message ?? '' });
    return z.NEVER;
  };
}

/**
 * Returns a field with one value, empty if it wasn't posted.
 * @param sentence the error for a value that the schema rejects
 */
export function field<Output>(schema: z.ZodType<Output, string>, sentence?: string) {
  const parse = parsing(schema, sentence);
  return values.transform((posted, context) => parse(posted?.[0] ?? '', context));
}

/** Returns a field like `field`, but `undefined` if it wasn't posted because the page didn't offer it. */
export function offeredField<Output>(schema: z.ZodType<Output, string>, sentence?: string) {
  const parse = parsing(schema, sentence);
  return values.transform((posted, context) =>
    posted?.[0] === undefined ? undefined : parse(posted[0], context),
  );
}

/**
 * Returns a field that the page fills in, not a person.
 * @param read returns its value, or `undefined` for a text that none of our pages fills in, which is Problem
 *   `console.formStale`
 */
export function hiddenField<Output>(read: (text: string) => Output | undefined) {
  return field(
    z.string().transform((text): Output => {
      const found = read(text);
      if (found === undefined) throw new Problem('console.formStale');
      return found;
    }),
  );
}

/**
 * Returns a field for a line of text, trimmed. A longer line is cut to one character too many, so that its
 * rule rejects it.
 */
export function line(max = 300) {
  return field(z.string().transform(text => text.trim().slice(0, max + 1)));
}

/** A field with the version of the record that the form shows; 0, which no record has, for an invalid one. */
export const version = field(z.string().transform(text => (/^\d{1,9}$/.test(text) ? Number(text) : 0)));

/**
 * A field with the fingerprint of the record that the form shows; empty, which no record has, if it's
 * missing.
 */
export const fingerprint = field(z.string());

/** A checkbox field: whether it's checked. */
export const checkbox = field(z.string().transform(text => text !== ''));

/**
 * Returns a field with all its values, such as checkboxes that share a name: at most one more than the limit,
 * so that its rule rejects them.
 */
export function list(max = Number.POSITIVE_INFINITY) {
  return values.transform((posted = []) => posted.slice(0, max + 1));
}

/** Returns what was typed into fields, to show it again next to the errors. */
export function typedIn<Name extends string>(
  form: URLSearchParams,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const typed = names.map(name => [name, (form.get(name) ?? '').trim().slice(0, typedMax)]);
  return Object.fromEntries(typed) as Record<Name, string>;
}
