/** For every operation: its calls count against the company's limit per rolling minute. */
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../../support/api-world';
import { anyText } from '../../support/matchers';
import { eachOperation, prepare, seenBytes, send } from '../../support/operations/requests';

const limit = 3;
let open: ApiWorld;
let limited: ApiWorld;
let company: TestCompany;

beforeAll(async () => {
  open = await startApiWorld();
  limited = await startApiWorld({ database: open.database, limits: { companyPerMinute: limit } });
});
afterAll(async () => {
  await limited.close();
  await open.close();
});

/** Returns what an answer says about the limit, without the time. */
function allowanceOf({ headers }: Answer): object {
  expect(headers.get('ratelimit-reset')).toMatch(/^([1-9]|[1-5]\d|60)$/);
  return {
    limit: headers.get('ratelimit-limit'),
    remaining: headers.get('ratelimit-remaining'),
    policy: headers.get('ratelimit-policy'),
  };
}

test.each(eachOperation)(
  "%s counts against the company's limit, and answers 429 beyond it [ERROR-10] [LIMIT-2] [LIMIT-3]",
  async (id, { contract }) => {
    company = await open.company(`limited-${id.toLowerCase()}`);
    const parts = await prepare(open, company, contract);
    // The fixture's own requests don't count here.
    await open.db('rate_limit').delete();
    for (let index = 1; index <= limit; index += 1) {
      const answer = await send(limited, contract, parts, { key: company.sandboxKey });
      expect(answer.status).not.toBe(429);
      expect(allowanceOf(answer)).toEqual({ limit: '3', remaining: String(limit - index), policy: '3;w=60' });
    }
    const refused = await send(limited, contract, parts, { key: company.sandboxKey });
    expect(refused.status).toBe(429);
    if (contract.method !== 'HEAD') expect(refused.json).toEqual({ error: anyText, problem: 'rate.limited' });
    const retryAfter = refused.headers.get('retry-after') ?? '';
    expect(retryAfter).toMatch(/^[1-9]\d?$/);
    expect(Number(retryAfter)).toBeLessThanOrEqual(60);
    expect(allowanceOf(refused)).toEqual({ limit: '3', remaining: '0', policy: '3;w=60' });
    expect(refused.headers.get('ratelimit-reset')).toBe(retryAfter);
    // Calls with the other environment's key, and to unknown paths, count against the same company.
    const others = [
      await send(limited, contract, parts, { key: company.productionKey }),
      await limited.call('GET', '/v0/nothing-here', { key: company.sandboxKey }),
    ];
    expect(others.map(answer => answer.status)).toEqual([429, 429]);
    expect(seenBytes(refused)).not.toContain(company.id);
  },
);

test("A company at its rate limit doesn't affect another company", async () => {
  const neighbor = await open.company('neighbor');
  const answer = await limited.call('GET', '/v0/companies/neighbor/projects', {
    key: neighbor.productionKey,
  });
  expect(answer.status).toBe(200);
});

test('Callers without an active API key are counted by address, with a wrong key or none [KEY-10] [LIMIT-1]', async () => {
  const world = await startApiWorld({ database: open.database, limits: { anonymousPerMinute: 4 } });
  const path = '/v0/companies/neighbor/projects';
  const statuses: number[] = [];
  for (const key of [undefined, 'garbage', undefined, 'rw_test_0', undefined, 'garbage']) {
    const answer = await world.call('GET', path, { key });
    statuses.push(answer.status);
    expect(answer.headers.get('ratelimit-limit')).toBeNull();
  }
  const known = await world.call('GET', path, { key: company.sandboxKey });
  await world.close();
  expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
  expect(known.status).toBe(404);
  expect(known.headers.get('ratelimit-remaining')).not.toBeNull();
});
