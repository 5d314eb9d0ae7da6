/** Queries are read as Koa reads them, but in one pass, so that the time doesn't grow quadratically. */
import fc from 'fast-check';
import Koa from 'koa';
import { readQueriesInOnePass } from '../../src/http/read-queries';
import type { RequestState } from '../../src/http/request-state';
import { startApiWorld, type ApiWorld } from '../support/api-world';

/** Returns how an application reads a query. */
function reader(koa: Koa<RequestState>): (query: string) => object {
  return query => {
    const request = Object.create(koa.request) as Koa.Request;
    request.req = { url: `/?${query}` } as Koa.Request['req'];
    return request.query;
  };
}

test('Queries are read as Koa reads them: names, values, order, and repetitions', () => {
  const [ours, koas] = [new Koa<RequestState>(), new Koa<RequestState>()];
  readQueriesInOnePass(ours);
  const names = fc.oneof(
    fc.constantFrom('a', 'b', '', 'take', '__proto__', 'constructor', '1', 'a[]'),
    fc.string(),
  );
  const pair = fc.tuple(names, fc.oneof(fc.constantFrom('', '%', '%ff', '+', '&&', '=', 'é'), fc.string()));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 12 }), pairs => {
      const query = pairs.map(parts => parts.join('=')).join('&');
      expect(Object.entries(reader(ours)(query))).toEqual(Object.entries(reader(koas)(query)));
    }),
    { numRuns: 500 },
  );
});

describe('A query with many repeated parameters', () => {
  let world: ApiWorld;
  let key: string;
  beforeAll(async () => {
    world = await startApiWorld();
    key = (await world.company('acme')).sandboxKey;
  });
  afterAll(() => world.close());

  test.each([
    '/v0/companies/acme/projects',
    '/internal/object-events',
    '/ui/site-finder/embed',
    '/console/sign-in',
    '/desk/sign-in',
    '/nothing',
  ])('is read in one pass at %s', async path => {
    const looks = jest.spyOn(URLSearchParams.prototype, 'getAll');
    try {
      const answer = await world.call('GET', `${path}?${'a&'.repeat(7_900)}`, { key });
      expect([answer.status < 500, looks.mock.calls.length]).toEqual([true, 0]);
    } finally {
      looks.mockRestore();
    }
  });
});
