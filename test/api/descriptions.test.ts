/**
 * The OpenAPI document describes what a name alone doesn't say, and says what is common to all operations
 * once.
 */
import { z } from 'zod';
import { buildOpenApi } from '../../src/api/document/openapi';
import { operations } from '../../src/api/operations';

/** Names of properties that need no description. */
const selfExplanatory = ['city', 'email', 'firstName'];

const operation = z.object({ operationId: z.string(), summary: z.string(), description: z.string() });
const { info, paths, webhooks, components } = z
  .object({
    info: z.object({ description: z.string() }),
    paths: z.record(z.string(), z.record(z.string(), operation)),
    webhooks: z.record(z.string(), z.unknown()),
    components: z.object({
      schemas: z.record(z.string(), z.unknown()),
      parameters: z.record(z.string(), z.unknown()),
    }),
  })
  .parse(JSON.parse(JSON.stringify(buildOpenApi(operations.map(({ contract }) => contract)))));

const described = z.object({ description: z.string().regex(/^[A-Z0-9`"(].*[.:]$/s) });
const reference = z.object({ $ref: z.string() });

const choice = z.union([
  z.object({ anyOf: z.array(z.unknown()) }).transform(({ anyOf }) => anyOf),
  z.object({ oneOf: z.array(z.unknown()) }).transform(({ oneOf }) => oneOf),
]);

/** Returns whether a schema, the schema it refers to, or one of its alternatives has a description. */
function isDescribed(schema: unknown): boolean {
  if (described.safeParse(schema).success) return true;
  const { data: named } = reference.safeParse(schema);
  if (named !== undefined) return isDescribed(components.schemas[named.$ref.split('/').at(-1) ?? '']);
  return choice.safeParse(schema).data?.some(isDescribed) ?? false;
}

/** Returns every property in and below a part of the document, with its place. */
function propertiesOf(value: unknown, place: string): Array<readonly [name: string, place: string, unknown]> {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    const here = `${place}/${key}`;
    if (key === 'example') return [];
    if (key !== 'properties') return propertiesOf(part, here);
    const properties = z.record(z.string(), z.unknown()).parse(part);
    return Object.entries(properties).flatMap(([name, schema]) => [
      [name, `${here}/${name}`, schema] as const,
      ...propertiesOf(schema, `${here}/${name}`),
    ]);
  });
}

const all = propertiesOf({ paths, webhooks, components }, '#');

test('A property is described in whole sentences, unless its name says it all', () => {
  expect(all.length).toBeGreaterThan(1_500);
  const missing = all.filter(([name, , schema]) => !selfExplanatory.includes(name) && !isDescribed(schema));
  expect(missing.map(([, place]) => place)).toEqual([]);
});

test('Each of the self-explanatory names is used without a description', () => {
  const bare = new Set(all.filter(([, , schema]) => !isDescribed(schema)).map(([name]) => name));
  expect([...bare].toSorted()).toEqual(selfExplanatory);
});

test('Every named schema and parameter is described', () => {
  const named = { ...components.schemas, ...components.parameters };
  const bare = Object.entries(named).filter(([, part]) => !isDescribed(part));
  expect(bare.map(([name]) => name)).toEqual([]);
});

const listed = Object.values(paths).flatMap(methods => Object.values(methods));

test('An operation has a summary without a period, and a description in sentences', () => {
  for (const { summary, description } of listed) {
    expect(summary).toMatch(/^[A-Z][^.]*[^.]$/);
    expect(description).toMatch(/^[A-Z].*\.$/s);
  }
});

test("The introduction says what is true of every operation, and the operations don't repeat it", () => {
  const sentences = listed.flatMap(({ description }) => [
    ...new Set(description.split(/(?<=\.)\s+/).filter(sentence => !sentence.startsWith('Requires the '))),
  ]);
  const counts = Map.groupBy(sentences, sentence => sentence);
  expect([...counts].filter(([, { length }]) => length > 5).map(([sentence]) => sentence)).toEqual([]);
  for (const header of ['Authorization', 'Idempotency-Key', 'If-Match', 'X-Ignored-Fields', 'Retry-After'])
    expect(info.description).toContain(`\`${header}`);
});
