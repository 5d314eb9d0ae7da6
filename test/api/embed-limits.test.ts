import { addMember } from '../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld } from '../support/api-world';
import { jane, patientsPath } from '../support/patients';

const badge = '/ui/auth-check/embed/badge';
const [anonymousPerMinute, companyPerMinute, embedUserPerMinute] = [3, 7, 2];

let world: ApiWorld;
beforeAll(async () => {
  world = await startApiWorld({ limits: { anonymousPerMinute, companyPerMinute, embedUserPerMinute } });
});
afterAll(() => world.close());

async function statuses(count: number, path: string): Promise<number[]> {
  const answers: number[] = [];
  for (let left = count; left > 0; left -= 1) answers.push((await world.call('GET', path)).status);
  return answers;
}

test('Auth-check page views count by company, apart from API calls, and by address without a valid token [DECISION-53]', async () => {
  const company = await world.company('acme');
  const key = company.sandboxKey;
  const path = patientsPath(company, 'sandbox', 'p-1');
  const { json } = await world.call('PUT', path, { key, body: jane });
  const { uploadUrl } = json['authorization'] as { uploadUrl: string };
  await fetch(uploadUrl, { method: 'PUT', body: '%PDF-1.7' });
  const token = String((await world.call('GET', path, { key })).json['embedToken']);

  const views = await statuses(companyPerMinute + 1, `${badge}?token=${token}`);
  expect(views).toEqual([...Array.from({ length: companyPerMinute }, () => 200), 429]);
  const refused = await world.call('GET', `${badge}?token=${token}`, { headers: { Accept: 'text/html' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(refused.headers.get('content-type')).toContain('text/html');
  // A page that waits for a result keeps waiting.
  const [, seconds] = /http-equiv="refresh" content="(\d+); url=\?token=/.exec(refused.text) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(Number(refused.headers.get('retry-after')));
  expect((await world.call('GET', path, { key })).status).toBe(200);

  const guesses = await statuses(anonymousPerMinute + 1, `${badge}?token=none`);
  expect(guesses).toEqual([...Array.from({ length: anonymousPerMinute }, () => 401), 429]);
});

test('The site finder counts each user separately, across all their tokens [EMBED-20]', async () => {
  const company = await world.company('beta');
  const member = { companyId: 'beta', email: 'ana@beta.example' };
  await world.change(change =>
    addMember(change, { ...member, name: 'Ana', role: 'Member', seesAllProjects: true }),
  );
  const pageOf = async (key: string): Promise<string> => {
    const { json } = await world.call('POST', '/v0/site-finder/embed-token', { key });
    return `/ui/site-finder/embed?token=${String(json['token'])}`;
  };
  const first = await pageOf(company.sandboxKey);
  expect(await statuses(embedUserPerMinute, first)).toEqual([200, 200]);
  expect(await statuses(1, await pageOf(company.sandboxKey))).toEqual([429]);
  const others = await pageOf(await world.keyFor(member.companyId, member.email, 'sandbox'));
  expect(await statuses(1, others)).toEqual([200]);
});

test('Clinical data page views count by company, across all tokens [DECISION-79]', async () => {
  const company = await world.company('gamma');
  const path = patientsPath(company, 'sandbox', 'p-1');
  await world.call('PUT', path, { key: company.sandboxKey, body: jane });
  const pageOf = async (): Promise<string> => {
    const { json } = await world.call('POST', `${path}/clinical-data-embed-token`, {
      key: company.sandboxKey,
    });
    return `/ui/clinical-data/embed?token=${String(json['token'])}`;
  };
  const [first, second] = [await pageOf(), await pageOf()];
  expect(await statuses(companyPerMinute, first)).toEqual(
    Array.from({ length: companyPerMinute }, () => 200),
  );
  expect(await statuses(1, second)).toEqual([429]);
});
