import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { fieldOf } from '../../forms/field-issues';

/** The most fields that the header names; a hostile body may have a hundred thousand. */
export const ignoredFieldsMax = 20;
/** The header of an answer that names the fields of the request's body that were ignored. */
export const ignoredFieldsHeader = 'X-Ignored-Fields';

/** How much of a name may be written otherwise: one letter in three, and no more than three. */
const slipShare = 1 / 3;
const slipMax = 3;

type Path = readonly PropertyKey[];

/** A field that is not known, and the known one beside it that was probably meant. */
interface UnknownField {
  readonly path: Path;
  readonly near: string | undefined;
}

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

/** A name without what spellings differ in: `First_Name` is `firstname`. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}

/**
 * The known name that differs least, the first of several; `undefined` when all differ in too many letters.
 */
function nearestName(known: readonly string[], name: string): string | undefined {
  const written = plain(name);
  let nearest: string | undefined;
  let fewest = Math.min(slipMax, Math.floor(written.length * slipShare)) + 1;
  for (const candidate of known) {
    const meant = plain(candidate);
    // A name may be as long as a body: what differs in length alone by too much is not compared.
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

/**
 * The fields of a JSON body that its schema does not know, by their paths: `zip`, `details.foo`,
 * `sites[0].foo`. The names are the caller's, so they are written as errors write fields, fit for a header,
 * and never with a value. A known name of the same place that differs in a few letters follows as a parameter
 * (RFC 9110 §5.6.6): `siteSonnar;near=siteSonar`. Of more than 20 the last is `...`. Objects and lists are
 * looked through; no body has other kinds of nesting.
 * @returns what the header says; `undefined` when nothing is ignored
 */
export function listIgnoredFields(schema: z.ZodType, body: unknown): string | undefined {
  const named: string[] = [];
  for (const { path, near } of unknownFields(schema, body, [])) {
    if (named.length === ignoredFieldsMax) {
      named.push('...');
      break;
    }
    named.push(near === undefined ? fieldOf(path) : `${fieldOf(path)};near=${near}`);
  }
  return named.length === 0 ? undefined : named.join(', ');
}
