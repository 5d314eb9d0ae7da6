/** For every operation: no spelling of its path reaches another resource or causes an internal error. */
import type { Contract } from '../../../src/api/pipeline/contract';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import {
  eachOperation,
  forEachItem,
  pathParametersOf,
  prepare,
  targetOf,
} from '../../support/operations/requests';
import { exchange, head, shapeFaults } from '../../support/raw-http';

let world: ApiWorld;
let company: TestCompany;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

// A refused HEAD has only a status, which other tests check.
const withAnswerBody = eachOperation.filter(([, { contract }]) => contract.method !== 'HEAD');
const placeholder = 'PLACE-OF-THE-SEGMENT';
// Replace a path parameter in the target.
const segments = [
  '.',
  '..',
  '%2e',
  '%2e%2e',
  '.%2e',
  '%2E.',
  '%2e%2e%2f%2e%2e',
  '..%2f..',
  '%2f',
  'a%2fb',
  'a%2Fb',
  '%5c',
  'a%5Cb',

  '../..',
  '..;/x',
  '..\\x',
  '%00',
  'a%00b',
  '%0d%0aSet-Cookie:x=y',
  '%ff',
  '%c0%ae%c0%ae',
  '%ed%a0%80',
  '%',
  '%2',
  '%zz',

  '%252e%252e',
  '%u002e',
  'a%20b',
  'a+b',
  'a;b',
  'a,b',
  ':companyId',
  '{companyId}',
  '*',
  '(.*)',
  '__proto__!',
  "'--",
  'x'.repeat(65),
  'x'.repeat(8_000),
];

/**
 * Operations take turns instead of each sending the same hundreds of requests: each one sends a quarter, and
 * together they send all.
 */
const turns = 4;

function inTurn<Item>(items: readonly Item[], contract: Contract): Item[] {
  const own = withAnswerBody.findIndex(([, operation]) => operation.contract === contract);
  return items.filter((_, index) => (index + own) % turns === 0);
}

/** The operations that have a path parameter, by its name. They parse it with the same schema. */
const uses = Map.groupBy(
  withAnswerBody.flatMap(([, { contract }]) => pathParametersOf(contract)),
  name => name,
);

function segmentsFor(contract: Contract, name: string): readonly string[] {
  return (uses.get(name)?.length ?? 0) < 2 * turns ? segments : inTurn(segments, contract);
}

/** Returns whether the parameter accepts a segment: file names may contain more than ids. */
function isAccepted(contract: Contract, params: object, name: string, segment: string): boolean {
  try {
    return contract.params.safeParse({ ...params, [name]: decodeURIComponent(segment) }).success;
  } catch {
    return false;
  }
}

test('Together, the operations send each segment at each path parameter', () => {
  const sent = new Set(
    withAnswerBody.flatMap(([, { contract }]) =>
      pathParametersOf(contract).flatMap(name =>
        segmentsFor(contract, name).map(segment => `${name} ${segment}`),
      ),
    ),
  );
  expect(sent.size).toBe(uses.size * segments.length);
});

test.each(withAnswerBody)(
  "%s answers 400 or 404 to a path parameter that isn't a valid id [DECISION-59]",
  async (_, { contract }) => {
    const parts = await prepare(world, company, contract);
    const results = await Promise.all(
      pathParametersOf(contract).flatMap(name =>
        segmentsFor(contract, name)
          .filter(segment => !isAccepted(contract, parts.params, name, segment))
          .map(async segment => {
            const marked = { ...parts, params: { ...parts.params, [name]: placeholder } };
            const target = targetOf(contract, marked).replace(placeholder, () => segment);
            const answer = await exchange(
              world.port,
              head(contract.method, target, ['Host: api', `Authorization: Bearer ${company.sandboxKey}`]),
            );
            // With a slash it's another path, such as that of a file, which has other methods.
            const refusals = segment.includes('/') ? [400, 404, 405] : [400, 404];
            const isRefused = refusals.includes(answer?.status ?? 0);
            return { segment, status: answer?.status, isRefused, faults: shapeFaults(answer) };
          }),
      ),
    );
    expect(results.filter(({ isRefused, faults }) => !isRefused || faults.length > 0)).toEqual([]);
  },
);

test.each(withAnswerBody)(
  "%s answers 400 to a request target that isn't a plain path",
  async (_, { contract }) => {
    const path = targetOf(contract, await prepare(world, company, contract));
    const targets = [
      `http://127.0.0.1${path}`,
      `http://elsewhere.example${path}`,
      `//elsewhere.example${path}`,
      `/${path}`,
      `/v0/../${path.slice(1)}`,
      `/x/%2e%2e${path}`,
      `/.${path}`,
      `\\${path.slice(1)}`,
      '*',
    ];
    const results = await Promise.all(
      targets.map(async target => {
        const lines = ['Host: api', `Authorization: Bearer ${company.sandboxKey}`];
        const answer = await exchange(world.port, head(contract.method, target, lines));
        return [target, answer?.status, shapeFaults(answer)];
      }),
    );
    expect(results).toEqual(targets.map(target => [target, 400, []]));
  },
);

test.each(withAnswerBody)('%s never answers 5xx to a hostile query', async (_, { contract }) => {
  const parts = await prepare(world, company, contract);
  const names = Object.keys(contract.query?.shape ?? {});
  const strange = ['__proto__', 'constructor', 'a[b][c]'];
  const values = [
    '',
    '%00',
    '%ff',
    '%',
    '1e400',
    '-1',
    '99999999999999999999',
    '0x10',
    'null',
    '[]',
    'x'.repeat(8_000),
  ];
  const queriesOf = (name: string): string[] => [
    ...values.map(value => `${name}=${value}`),
    ...[`${name}=1&${name}=2`, `${name}[]=1`, name],
  ];
  const queries = [...names.flatMap(queriesOf), ...inTurn(strange.flatMap(queriesOf), contract)];
  queries.push('&'.repeat(5_000), '?'.repeat(50), Array.from({ length: 2_000 }, () => 'a=b').join('&'));
  const lines = ['Host: api', `Authorization: Bearer ${company.sandboxKey}`];
  const answers = await forEachItem(queries, async query => {
    const target = `${targetOf(contract, { params: parts.params })}?${query}`;
    const faults = shapeFaults(await exchange(world.port, head(contract.method, target, lines)));
    return { query: query.slice(0, 60), faults };
  });
  expect(answers.filter(({ faults }) => faults.length > 0)).toEqual([]);
});

test.each(withAnswerBody)(
  '%s answers 400 to a repeated Host, Authorization, If-Match, or Idempotency-Key',
  async (_, { contract }) => {
    const target = targetOf(contract, await prepare(world, company, contract));
    const lines = [
      'Host: api',
      `Authorization: Bearer ${company.sandboxKey}`,
      'If-Match: "1"',
      'Idempotency-Key: k',
    ];
    const results = await Promise.all(
      lines.map(async line => {
        const answer = await exchange(world.port, head(contract.method, target, [...lines, line]));
        return [answer?.status, shapeFaults(answer)];
      }),
    );
    expect(results).toEqual(lines.map(() => [400, []]));
  },
);

test.each([
  ['/v0/a%2fb', '`path` has an encoded slash'],
  ['/v0/a%5Cb', '`path` has a backslash'],
  ['/v0/a%00b', '`path` has a NUL character'],
  ['/v0/a%zzb', '`path` has a `%` without two hexadecimal digits after it'],
  ['/v0/%2e./b', '`path` has a segment that is `.` or `..`'],
  ['/v0/%ff', "`path` has encoded bytes that aren't UTF-8"],
  ['http://api/v0', '`path` must begin with one `/`'],
  ['//v0', '`path` must begin with one `/`'],
])('The answer to the target %s says what is wrong with it [DECISION-89]', async (target, says) => {
  const answer = await exchange(world.port, head('GET', target, ['Host: api']));
  expect([answer?.status, answer?.body]).toEqual([400, expect.stringContaining(says)]);
});
