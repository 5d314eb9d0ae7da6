/** Bodies that each break one rule of a schema, derived from the schema and a valid body. */
import { z } from 'zod';
import type { Contract } from '../../../src/api/pipeline/contract';

/** A body with one fault. */
export interface Mutation {
  /** What was changed, for the message of a failing test. */
  readonly what: string;
  /** The field's name in errors, `lastNames[0]`. */
  readonly field: string;
  readonly kind: 'missing' | 'wrongType' | 'outOfBounds' | 'unknownValue' | 'notAccepted';
  readonly body: unknown;
}

type Schema = z.core.JSONSchema.JSONSchema;
type Path = ReadonlyArray<string | number>;

/** Arrays with a higher limit aren't filled. */
const arrayMax = 1_000;

const wrongTypeCandidates: ReadonlyArray<readonly [string, unknown]> = [
  ['boolean', true],
  ['number', 7],
  ['string', 'text'],
  ['array', []],
  ['object', {}],
  ['null', null],
];

/** Returns the JSON Schema of a body as a caller writes it. */
function bodySchemaOf(contract: Contract): Schema | undefined {
  return contract.body === undefined
    ? undefined
    : z.toJSONSchema(contract.body, { io: 'input', unrepresentable: 'any' });
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function jsonTypeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** Returns the field's path in a body, as in errors. */
function fieldName(path: Path): string {
  return path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

function valueAt(body: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    body,
  );
}

/** Returns a copy of a body with one place changed; `undefined` removes the field. */
export function withValueAt(body: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(body)) {
    return body.map((item: unknown, index) => (index === step ? withValueAt(item, rest, value) : item));
  }
  const source = body as Readonly<Record<string, unknown>>;
  const changed = withValueAt(source[step], rest, value);
  const others = Object.entries(source).filter(([name]) => name !== step);
  return Object.fromEntries(changed === undefined ? others : [...others, [String(step), changed]]);
}

/** Returns the schema that a `$ref` refers to. */
function resolve(root: Schema, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const target = schema.$ref === '#' ? root : root.$defs?.[schema.$ref.replace('#/$defs/', '')];
  if (!isSchema(target)) throw new Error(`a body schema points at ${schema.$ref}, which is not there`);
  return resolve(root, target);
}

/** Returns the alternatives of a value: one for a plain schema. */
function branchesOf(root: Schema, schema: Schema): Schema[] {
  const resolved = resolve(root, schema);
  const alternatives = resolved.anyOf ?? resolved.oneOf;
  return alternatives === undefined
    ? [resolved]
    : alternatives.filter(isSchema).flatMap(alternative => branchesOf(root, alternative));
}

/** Returns the JSON types of alternatives; `undefined` if one doesn't state it. */
function typesOf(branches: readonly Schema[]): ReadonlySet<string> | undefined {
  const types = new Set<string>();
  for (const branch of branches) {
    const stated =
      branch.type ?? (branch.const === undefined ? branch.enum?.map(jsonTypeOf) : jsonTypeOf(branch.const));
    if (stated === undefined) return undefined;
    for (const type of Array.isArray(stated) ? stated : [stated])
      types.add(type === 'integer' ? 'number' : type);
  }
  return types;
}

type Fault = readonly [kind: Mutation['kind'], what: string, value: unknown];

/** Returns values of the right type that break a rule of their field. */
function boundFaults(schema: Schema, value: unknown): Fault[] {
  const { minLength = 0, maxLength, pattern, format, minimum, maximum, maxItems, minItems = 0 } = schema;
  if (schema.enum !== undefined || schema.const !== undefined) {
    return schema.type === 'string' ? [['unknownValue', 'a value that is not listed', 'no such value']] : [];
  }
  const faults: Fault[] = [];
  const add = (what: string, fault: unknown): void => void faults.push(['outOfBounds', what, fault]);
  if (maxLength !== undefined) add('too long', 'x'.repeat(maxLength + 1));
  if (minLength > 0) add('empty', '');
  if (pattern !== undefined && !new RegExp(pattern, 'u').test('\u0001 ?'))
    add('against its pattern', '\u0001 ?');
  else if (format !== undefined) add('against its format', 'no such format');
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) add('too great', maximum + 1);
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) add('too small', minimum - 1);
  if (minItems > 0) add('no entry', []);
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  if (maxItems !== undefined && maxItems <= arrayMax && first !== undefined) {
    add(
      'too many entries',
      Array.from({ length: maxItems + 1 }, () => first),
    );
  }
  return faults;
}

/** A place in a body, and its schema. */
interface Place {
  readonly path: Path;
  readonly value: unknown;
  readonly isRequired: boolean;
  /** The JSON types that the place takes; `undefined` if the schema doesn't say. */
  readonly types: ReadonlySet<string> | undefined;
  /** The rules of the place; `undefined` if several alternatives have their own. */
  readonly rules: Schema | undefined;
}

/** Finds every place at and below one place of a valid body. */
function* placesBelow(
  root: Schema,
  schema: Schema,
  value: unknown,
  at: { readonly path: Path; readonly isRequired: boolean },
): Generator<Place> {
  const alternatives = branchesOf(root, schema);
  const [branch, ...others] = alternatives.filter(alternative => alternative.type !== 'null');
  // Which rule of which alternative a value breaks is tested with the operation.
  const rules = others.length > 0 ? undefined : branch;
  yield { ...at, value, types: typesOf(alternatives), rules };
  if (rules === undefined) return;
  if (Array.isArray(value)) {
    const { items } = rules;
    if (isSchema(items) && !Array.isArray(items) && value.length > 0)
      yield* placesBelow(root, items, value[0], { path: [...at.path, 0], isRequired: false });
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, property] of Object.entries(rules.properties ?? {})) {
      if (!isSchema(property)) continue;
      const isRequired = rules.required?.includes(name) === true;
      yield* placesBelow(root, property, Reflect.get(value, name), { path: [...at.path, name], isRequired });
    }
  }
}

/** Returns every place of a body below its top; none for an operation that takes no body. */
function placesOf(contract: Contract, body: unknown): readonly Place[] {
  const schema = bodySchemaOf(contract);
  if (schema === undefined) return [];
  const places = placesBelow(schema, schema, body, { path: [], isRequired: true });
  return [...places].filter(({ path }) => path.length > 0);
}

function faultsAt({ value, isRequired, types, rules }: Place): Fault[] {
  return [
    ...(isRequired ? [['missing', 'left out', undefined] as const] : []),
    ...wrongTypeCandidates.flatMap(([type, wrong]): Fault[] =>
      types?.has(type) === false ? [['wrongType', `a ${type}`, wrong]] : [],
    ),
    ...(rules === undefined ? [] : boundFaults(rules, value)),
  ];
}

/** Returns a text that a place's schema refuses by a rule in code, which its JSON Schema doesn't show. */
function refusedText(contract: Contract, body: unknown, { path, rules }: Place): Fault[] {
  const text = 'no such value';
  if (rules?.type !== 'string' || rules.enum !== undefined || rules.const !== undefined) return [];
  const isAccepted = contract.body?.safeParse(withValueAt(body, path, text)).success === true;
  return isAccepted ? [] : [['notAccepted', 'a text that is refused', text]];
}

/** Returns every body that breaks one rule of the contract's schema. @param body a valid one */
export function mutationsOf(contract: Contract, body: unknown): readonly Mutation[] {
  return placesOf(contract, body).flatMap(place => {
    const field = fieldName(place.path);
    return [...faultsAt(place), ...refusedText(contract, body, place)].map(([kind, what, value]) => {
      return { kind, field, what: `${field}: ${what}`, body: withValueAt(body, place.path, value) };
    });
  });
}

/** Returns the longest, shortest, greatest, and smallest values that rules allow. */
function limitsOfRules(schema: Schema, value: unknown): Array<readonly [what: string, value: unknown]> {
  const { minLength, maxLength, pattern, format, minimum, maximum, maxItems } = schema;
  const isFreeText = pattern === undefined && format === undefined && schema.enum === undefined;
  const limits: Array<readonly [string, unknown]> = [];
  if (isFreeText && maxLength !== undefined) limits.push(['longest text', 'x'.repeat(maxLength)]);
  if (isFreeText && minLength !== undefined && minLength > 0)
    limits.push(['shortest text', 'x'.repeat(minLength)]);
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) limits.push(['greatest number', maximum]);
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) limits.push(['smallest number', minimum]);
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  if (maxItems !== undefined && maxItems <= arrayMax && first !== undefined)
    limits.push(['longest list', Array.from({ length: maxItems }, () => first)]);
  return limits;
}

/**
 * Returns every body with one value at the very limit of its rule, which the contract must accept. Texts with
 * a pattern or a format are left out: their own tests send the limit.
 * @param body a valid one
 */
export function limitsOf(contract: Contract, body: unknown): ReadonlyArray<Omit<Mutation, 'kind'>> {
  return placesOf(contract, body).flatMap(({ path, rules, value }) => {
    const field = fieldName(path);
    return (rules === undefined ? [] : limitsOfRules(rules, value)).map(([what, limit]) => {
      return { field, what: `${field}: ${what}`, body: withValueAt(body, path, limit) };
    });
  });
}

/** Returns the places of all values in a body that contain no others. */
export function leafPlacesOf(body: unknown, path: Path = []): readonly Path[] {
  if (typeof body !== 'object' || body === null) return [path];
  const entries: ReadonlyArray<readonly [string | number, unknown]> = Array.isArray(body)
    ? body.map((item: unknown, index) => [index, item] as const)
    : Object.entries(body);
  return entries.flatMap(([step, item]) => leafPlacesOf(item, [...path, step]));
}

/** Returns the places of all strings in a body. */
export function stringPlacesOf(body: unknown): readonly Path[] {
  return leafPlacesOf(body).filter(path => typeof valueAt(body, path) === 'string');
}
