/** How a posted form is read: a zod schema per form, made of the pieces below. */
import { z } from 'zod';
import { Problem } from '../domain/problem';

/** A form that can't be accepted the way it was filled in, with a sentence for each field. */
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

/** The most characters of a field that are shown again. */
const typedMax = 1_000;

// The body of a form: each field has the values that came under its name.
const values = z.array(z.string()).optional();

/**
 * Returns what a form says, by its schema.
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

/** Reads one value by a schema. @param sentence what to say of a value that the schema refuses */
function parsing<Output>(schema: z.ZodType<Output, string>, sentence: string | undefined) {
  return (text: string, context: z.RefinementCtx): Output => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: sentence ?? parsed.error.issues[0]?.message ?? '' });
    return z.NEVER;
  };
}

/**
 * A field with one value; one that was not posted is empty. @param sentence what to say of a value that the
 * schema refuses
 */
export function field<Output>(schema: z.ZodType<Output, string>, sentence?: string) {
  const parse = parsing(schema, sentence);
  return values.transform((posted, context) => parse(posted?.[0] ?? '', context));
}

/** As `field`; `undefined` for one that was not posted, because the page did not offer it. */
export function offeredField<Output>(schema: z.ZodType<Output, string>, sentence?: string) {
  const parse = parsing(schema, sentence);
  return values.transform((posted, context) =>
    posted?.[0] === undefined ? undefined : parse(posted[0], context),
  );
}

/**
 * A field that the page fills in, and no person.
 * @param read returns what it says; `undefined` for what no page of ours fills in, which is answered by
 *   Problem `console.formStale`
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
 * A line as it was typed, without blanks around it. Whatever is longer is cut to one character too many, so
 * that its rule refuses it.
 */
export function line(max = 300) {
  return field(z.string().transform(text => text.trim().slice(0, max + 1)));
}

/** The version of the record that the form was filled in from; 0, which no record has, for anything else. */
export const version = field(z.string().transform(text => (/^\d{1,9}$/.test(text) ? Number(text) : 0)));

/**
 * What the record that the form was filled in from was named by; empty, which no record is, for a form
 * without it.
 */
export const fingerprint = field(z.string());

/** A box to check. */
export const checkbox = field(z.string().transform(text => text !== ''));

/**
 * All values of a field, such as of boxes that share a name; one more than the limit at most, so that its
 * rule refuses them.
 */
export function list(max = Number.POSITIVE_INFINITY) {
  return values.transform((posted = []) => posted.slice(0, max + 1));
}

/** Returns what was typed into fields, to be shown again beside what is wrong with it. */
export function typedIn<Name extends string>(
  form: URLSearchParams,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const typed = names.map(name => [name, (form.get(name) ?? '').trim().slice(0, typedMax)]);
  return Object.fromEntries(typed) as Record<Name, string>;
}
