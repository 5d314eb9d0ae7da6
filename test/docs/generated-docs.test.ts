import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedDocs, staleDocs } from '../../tools/docs/generated-docs';

describe('A checked-in document (`npm run docs:write` writes it)', () => {
  let stale: readonly string[];
  beforeAll(async () => {
    stale = await staleDocs(join(__dirname, '../..'));
  });

  test('is up to date: the OpenAPI document [API-3] [ERROR-15] [VERSION-2]', () => {
    expect(stale).not.toContain('openapi.json');
  });

  test('is up to date: the page of settings, with the request limits [LIMIT-1] [LIMIT-2]', () => {
    expect(stale).not.toContain('docs/operate/configuration.md');
  });

  test('is up to date: every other document', () => {
    expect(stale).toEqual([]);
  });
});

test('A missing document is reported', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'recordwell-docs-'));
  expect(await staleDocs(empty)).toEqual((await generatedDocs()).map(({ path }) => path));
  rmSync(empty, { recursive: true });
});

/** Returns the text of the checked-in OpenAPI document. */
async function openApi(): Promise<string> {
  return String((await generatedDocs())[0]?.content);
}

test('The checked-in OpenAPI document is version 3.1 and names no server of ours', async () => {
  expect(JSON.parse(await openApi())).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: 'https://{host}', variables: { host: { default: 'api.example.com' } } }],
  });
});

/** Returns every schema in a part of the document, with its place. */
function schemasOf(value: unknown, place = '#'): Array<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([name, part]) => schemasOf(part, `${place}/${name}`));
  return [[place, value as Record<string, unknown>], ...below];
}

test('No schema has a pattern in addition to its format, from which clients are generated', async () => {
  const schemas = schemasOf(JSON.parse(await openApi()));
  expect(schemas.filter(([, schema]) => 'format' in schema).length).toBeGreaterThan(20);
  expect(schemas.filter(([, schema]) => 'format' in schema && 'pattern' in schema)).toEqual([]);
});

test('All filters of a column type share one schema with only optional operators', async () => {
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

test('Exactly the schemas that refuse unknown fields say so', async () => {
  const { components } = JSON.parse(await openApi()) as { components: { schemas: object } };
  const closed = Object.entries(components.schemas)
    .filter(([, schema]) => schemasOf(schema).some(([, part]) => part['additionalProperties'] === false))
    .map(([name]) => name);
  expect(closed).toContain('VisitBrowseRequest');
  expect(
    closed.filter(name => !/^\w+Browse(Request|Filter|Sort|Select|AggregateRequest)|Filter$/.test(name)),
  ).toEqual([]);
});
