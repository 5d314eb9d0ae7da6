/** For every operation: its documentation is true, and nothing undocumented is served. */
import { METHODS } from 'node:http';
import type { Contract } from '../../../src/api/pipeline/contract';
import { startApiWorld, type ApiWorld } from '../../support/api-world';
import { eachOperation, fixtureOf, pathParametersOf, targetOf } from '../../support/operations/requests';
import { fixtures } from '../../support/operations/fixtures';

let world: ApiWorld;

beforeAll(async () => {
  world = await startApiWorld();
});
afterAll(() => world.close());

test.each(eachOperation)('%s has a fixture for the tests to call it', (_, { contract }) => {
  expect(fixtureOf(contract).prepare).toEqual(expect.any(Function));
});

test('Every fixture belongs to an existing operation', () => {
  const ids = new Set(eachOperation.map(([id]) => id));
  expect(Object.keys(fixtures).filter(id => !ids.has(id))).toEqual([]);
});

test.each(eachOperation)('%s has an example that fits its own schemas', (_, { contract }) => {
  const { params = {}, query = {}, body, response } = contract.example;
  expect(Object.keys(params).toSorted()).toEqual(pathParametersOf(contract).toSorted());
  contract.params.parse(params);
  contract.query?.parse(query);
  if (contract.body === undefined) expect(body).toBeUndefined();
  else contract.body.parse(body);
  const answer = contract.responses[response.status];
  expect(answer).toBeDefined();
  // Parsing drops nothing: the example has no field that the schema doesn't list.
  if (answer?.schema === null) expect(response.body).toBeUndefined();
  else expect(answer?.schema.parse(response.body)).toEqual(response.body);
});

interface OpenApiDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string; readonly responses: object }>>>
  >;
}

test('The OpenAPI document lists every operation and no other', async () => {
  const answer = await world.call('GET', '/openapi.json');
  const { paths } = answer.json as unknown as OpenApiDocument;
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
    ),
  );
  const listed = eachOperation.map(([id, { contract }]) => `${contract.method} ${contract.path} ${id}`);
  expect(documented.toSorted()).toEqual(listed.toSorted());
  expect(new Set(eachOperation.map(([id]) => id)).size).toBe(eachOperation.length);
});

test('Every path is below the one server and version, and each id fills a whole path segment [API-1] [VERSION-1]', async () => {
  const { json } = await world.call('GET', '/openapi.json');
  expect(json['servers']).toHaveLength(1);
  const paths = Object.keys((json as unknown as OpenApiDocument).paths);
  expect(paths.filter(path => !/^\/v0(?:\/[a-z-]+|\/\{[a-zA-Z]+\})+$/.test(path))).toEqual([]);
});

/** Returns the names of the fields in and below a schema of the document. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]: [string, unknown]) => {
    const isList = name === 'properties' && typeof value === 'object' && value !== null;
    return isList ? [...Object.keys(value), ...Object.values(value).flatMap(fieldsOf)] : fieldsOf(value);
  });
}

test.each(eachOperation)(
  '%s documents every status that it can refuse with [FILE-39] [ERROR-15]',
  async (_, { contract: { method, path, body, hasNo422, audit, isVersioned } }) => {
    const { paths } = (await world.call('GET', '/openapi.json')).json as unknown as OpenApiDocument;
    const documented = Object.keys(paths[path]?.[method.toLowerCase()]?.responses ?? {}).map(Number);
    const refusals = [
      ...[400, 401, 403, 404, 408, 429, 431, 500, 503, 504],
      ...(body === undefined ? [] : [413]),
      ...(body === undefined || hasNo422 === true ? [] : [422]),
      // A POST that changes something takes an Idempotency-Key.
      ...(method === 'POST' && audit?.kind === 'change' ? [409, 422] : []),
      ...(isVersioned === true && (method === 'PUT' || method === 'PATCH') ? [412] : []),
    ];
    expect(documented.filter(status => status >= 400)).toEqual(
      [...new Set(refusals)].toSorted((a, b) => a - b),
    );
  },
);

test('Every field name in the OpenAPI document is camelCase [API-3]', async () => {
  const { json } = await world.call('GET', '/openapi.json');
  const fields = [...new Set(fieldsOf(json))];
  expect(fields.length).toBeGreaterThan(100);
  expect(fields.filter(name => !/^[a-z][a-zA-Z0-9]*$/.test(name))).toEqual([]);
});

test('No operation manages webhook endpoints or subscribes to events [EVENT-2] [HOOK-11]', () => {
  const names = eachOperation.map(([id, { contract }]) => `${id} ${contract.path}`);
  expect(names.filter(text => /webhook|endpoint|event|subscri/i.test(text))).toEqual([]);
});

const examplePaths = new Map(
  eachOperation.map(([, { contract }]) => [
    contract.path,
    targetOf(contract, { params: contract.example.params ?? {} }),
  ]),
);

function isPathOf(path: string, target: string): boolean {
  const [steps, taken] = [path.split('/'), target.split('/')];
  return (
    steps.length === taken.length &&
    steps.every((step, index) => step.startsWith('{') || step === taken[index])
  );
}

test.each([...examplePaths])(
  '%s answers 405 to every other method, with the allowed methods in Allow',
  async (path, target) => {
    const methodsWhere = (isMeant: (contract: Contract) => boolean): string[] => {
      const methods = eachOperation
        .filter(([, { contract }]) => isMeant(contract))
        .map(([, { contract }]): string => contract.method);
      return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : [])])].toSorted();
    };
    // `…/patients/bulk` is the path of an operation, and also of a patient with the id `bulk`.
    const served = methodsWhere(contract => isPathOf(contract.path, target));
    const allow = methodsWhere(contract => contract.path === path);
    // CONNECT has no path. fetch refuses TRACE, which the raw tests send.
    const rest = METHODS.filter(method => !['CONNECT', 'TRACE', ...served].includes(method));
    const answers = await Promise.all(rest.map(method => world.call(method, target)));
    expect(answers.map((answer, index) => [rest[index], answer.status, answer.headers.get('allow')])).toEqual(
      rest.map(method => [method, 405, allow.join(', ')]),
    );
  },
);

test('Every path outside of the operations answers 404', async () => {
  const [target = ''] = examplePaths.values();
  const paths = ['/v0', '/v1', '/v0/companies', '/metrics', '/healthz', '/readyz', '/favicon.ico'];
  const answers = await Promise.all(
    [...paths, `${target}/`, target.toUpperCase(), `/v1${target.slice(3)}`].map(path =>
      world.call('GET', path),
    ),
  );
  expect(answers.map(answer => answer.status)).toEqual(answers.map(() => 404));
});
