import { z } from 'zod';
import { fieldOf } from '../../forms/field-issues';

/** The most fields that the header names; a hostile body may have a hundred thousand. */
export const ignoredFieldsMax = 20;
/** The header of an answer that names the fields of the request's body that were ignored. */
export const ignoredFieldsHeader = 'X-Ignored-Fields';

type Path = readonly PropertyKey[];

/** What a value is parsed by first: without `optional`, `nullable` and what is made of it afterwards. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return inner(schema.unwrap());
  return schema instanceof z.ZodPipe ? inner(schema.in) : schema;
}

/** Whether an object refuses what it does not know. */
function isStrict(schema: z.ZodObject): boolean {
  return schema.def.catchall instanceof z.ZodNever;
}

/** Whether a body may have fields that are ignored; a body of browse may not. */
export function ignoresFields(schema: z.ZodType): boolean {
  const body = inner(schema);
  return body instanceof z.ZodObject && !isStrict(body);
}

/** Only fields of its own: every object inherits `toString`. */
function knownField(
  { shape }: z.ZodObject<Readonly<Record<string, z.core.$ZodType>>>,
  name: string,
): z.core.$ZodType | undefined {
  return Object.hasOwn(shape, name) ? shape[name] : undefined;
}

function* unknownFields(outer: z.core.$ZodType, value: unknown, path: Path): Generator<Path> {
  const schema = inner(outer);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* unknownFields(schema.element, item, [...path, index]);
  } else if (
    schema instanceof z.ZodObject &&
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value)
  ) {
    for (const name of Object.keys(value)) {
      const known = knownField(schema, name);
      if (known !== undefined) yield* unknownFields(known, Reflect.get(value, name), [...path, name]);
      else if (!isStrict(schema)) yield [...path, name];
    }
  }
}

/**
 * The fields of a JSON body that its schema does not know, by their paths: `zip`, `details.foo`, `sites[0].foo`. The
 * names are the caller's, so they are written as errors write fields, fit for a header, and never with a value. Of more
 * than 20 the last is `...`. Objects and lists are looked through; no body has other kinds of nesting.
 * @returns what the header says; `undefined` when nothing is ignored
 */
export function listIgnoredFields(schema: z.ZodType, body: unknown): string | undefined {
  const named: string[] = [];
  for (const path of unknownFields(schema, body, [])) {
    if (named.length === ignoredFieldsMax) {
      named.push('...');
      break;
    }
    named.push(fieldOf(path));
  }
  return named.length === 0 ? undefined : named.join(', ');
}
