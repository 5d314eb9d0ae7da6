import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedDocs, staleDocs } from '../../tools/docs/generated-docs';

describe('a checked-in document is what the code says (`npm run docs:write` writes it)', () => {
  let stale: readonly string[];
  beforeAll(async () => {
    stale = await staleDocs(join(__dirname, '../..'));
  });

  test('the OpenAPI document [API-3] [ERROR-15] [VERSION-2]', () => {
    expect(stale).not.toContain('openapi.json');
  });

  test('the page of settings, with the limits of requests [LIMIT-1] [LIMIT-2]', () => {
    expect(stale).not.toContain('docs/operate/configuration.md');
  });

  test('every other one', () => {
    expect(stale).toEqual([]);
  });
});

test('an absent document is told', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'recordwell-docs-'));
  expect(await staleDocs(empty)).toEqual((await generatedDocs()).map(({ path }) => path));
  rmSync(empty, { recursive: true });
});

/** The text of the checked-in OpenAPI document. */
async function openApi(): Promise<string> {
  return String((await generatedDocs())[0]?.content);
}

test('the checked-in OpenAPI document names no server of ours and is of 3.1', async () => {
  expect(JSON.parse(await openApi())).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: 'https://{host}', variables: { host: { default: 'api.example.com' } } }],
  });
});

/** Every schema at and below a part of the document, with its place. */
function schemasOf(value: unknown, place = '#'): Array<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([name, part]) => schemasOf(part, `${place}/${name}`));
  return [[place, value as Record<string, unknown>], ...below];
}

test('no schema has a pattern beside its format: clients are generated from the format', async () => {
  const schemas = schemasOf(JSON.parse(await openApi()));
  expect(schemas.filter(([, schema]) => 'format' in schema).length).toBeGreaterThan(20);
  expect(schemas.filter(([, schema]) => 'format' in schema && 'pattern' in schema)).toEqual([]);
});

test('the filters of a type of column are one schema, whose operators are all optional', async () => {
  const schemas = schemasOf(JSON.parse(await openApi()));
  const operators = '/properties/notEquals';
  const places = schemas.flatMap(([place]) =>
    place.endsWith(operators) ? [place.slice(0, -operators.length)] : [],
  );
  expect(places.map(place => place.replace('#/components/schemas/', '')).toSorted()).toEqual([
    'BooleanFilter',
    'DateFilter',
    'DateTimeFilter',
    'DecimalFilter',
    'IntegerFilter',
    'TextFilter',
  ]);
  for (const [, { required, maxProperties }] of schemas.filter(([place]) => places.includes(place)))
    expect({ required, maxProperties }).toEqual({ required: undefined, maxProperties: 1 });
});

test('what refuses unknown fields says so, and nothing else does', async () => {
  const { components } = JSON.parse(await openApi()) as { components: { schemas: object } };
  const closed = Object.entries(components.schemas)
    .filter(([, schema]) => schemasOf(schema).some(([, part]) => part['additionalProperties'] === false))
    .map(([name]) => name);
  expect(closed).toContain('VisitBrowseRequest');
  expect(
    closed.filter(name => !/^\w+Browse(Request|Filter|Sort|Select|AggregateRequest)|Filter$/.test(name)),
  ).toEqual([]);
});
