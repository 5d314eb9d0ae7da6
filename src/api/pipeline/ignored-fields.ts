import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { fieldOf } from '../../forms/field-issues';

/** The most fields that the header lists. A hostile body can have a hundred thousand. */
export const ignoredFieldsMax = 20;
/** The header of an answer that lists the ignored fields and query parameters of the request. */
export const ignoredFieldsHeader = 'X-Ignored-Fields';

/** How many letters of a name can differ: one in three, and at most three. */
const slipShare = 1 / 3;
const slipMax = 3;

type Path = readonly PropertyKey[];

/** An unknown field, and the known field that was probably meant. */
interface UnknownField {
  readonly path: Path;
  readonly near: string | undefined;
}

/** Returns the schema that parses a value first, without `optional`, `nullable`, and transforms. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return inner(schema.unwrap());
  return schema instanceof z.ZodPipe ? inner(schema.in) : schema;
}

/** Returns whether an object refuses unknown fields. */
function isStrict(schema: z.ZodObject): boolean {
  return schema.def.catchall instanceof z.ZodNever;
}

/** Returns the schema of a field. Only own fields count, because every object inherits `toString`. */
function knownField(
  { shape }: z.ZodObject<Readonly<Record<string, z.core.$ZodType>>>,
  name: string,
): z.core.$ZodType | undefined {
  return Object.hasOwn(shape, name) ? shape[name] : undefined;
}

/** Returns a name without the differences between spellings: `First_Name` becomes `firstname`. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}

/** Returns the known name that differs in the fewest letters, or `undefined` if all differ in too many. */
function nearestName(known: readonly string[], name: string): string | undefined {
  const written = plain(name);
  let nearest: string | undefined;
  let fewest = Math.min(slipMax, Math.floor(written.length * slipShare)) + 1;
  for (const candidate of known) {
    const meant = plain(candidate);
    // A name can be as long as a body, so one whose length alone differs too much isn't compared.
    if (Math.abs(meant.length - written.length) >= fewest) continue;
    const letters = distance(meant, written);
    if (letters >= fewest) continue;
    nearest = candidate;
    fewest = letters;
  }
  return nearest;
}

function* unknownFields(outer: z.core.$ZodType, value: unknown, path: Path): Generator<UnknownField> {
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
      else if (!isStrict(schema))
        yield { path: [...path, name], near: nearestName(Object.keys(schema.shape), name) };
    }
  }
}

function* unknownParameters(
  schema: z.ZodObject | undefined,
  query: Readonly<Record<string, unknown>>,
): Generator<UnknownField> {
  for (const name of Object.keys(query)) {
    const known = schema === undefined ? undefined : knownField(schema, name);
    if (known !== undefined) continue;
    yield { path: ['query', name], near: nearestName(Object.keys(schema?.shape ?? {}), name) };
  }
}

/** Returns the value of the header for unknown names, `undefined` if there are none. */
function headerOf(unknown: Iterable<UnknownField>): string | undefined {
  const named: string[] = [];
  for (const { path, near } of unknown) {
    if (named.length === ignoredFieldsMax) {
      named.push('...');
      break;
    }
    named.push(near === undefined ? fieldOf(path) : `${fieldOf(path)};near=${near}`);
  }
  return named.length === 0 ? undefined : named.join(', ');
}

/**
 * Lists the query parameters that an operation doesn't know, with the prefix they have in errors:
 * `query.page`. See `listIgnoredFields` for the notation.
 * @returns the value of the header, or `undefined` if nothing is ignored
 */
export function listIgnoredParameters(
  schema: z.ZodObject | undefined,
  query: Readonly<Record<string, unknown>>,
): string | undefined {
  return headerOf(unknownParameters(schema, query));
}

/**
 * Lists the fields of a JSON body that its schema doesn't know, by path: `zip`, `details.foo`,
 * `sites[0].foo`. Names come from the caller, so they are encoded like in errors, to fit a header. Values
 * are never included. If a known name in the same place differs in a few letters, it follows as a parameter
 * (RFC 9110 §5.6.6): `siteSonnar;near=siteSonar`. After 20 fields, the last entry is `...`. Only objects and
 * lists are searched, because bodies have no other nesting.
 * @returns the value of the header, or `undefined` if nothing is ignored
 */
export function listIgnoredFields(schema: z.ZodType, body: unknown): string | undefined {
  return headerOf(unknownFields(schema, body, []));
}
