/** One statement looks up a key and counts its company's request; neither may depend on the other. */
import { revokeMemberKeys } from '../../src/usecases/tenants/keys';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';

let world: ApiWorld;
beforeAll(async () => {
  world = await startApiWorld();
});
afterAll(() => world.close());

const projectsOf = (company: TestCompany): string => `/v0/companies/${company.id}/projects`;

async function placesTaken(company: TestCompany): Promise<number> {
  const { rows } = (await world.db.raw('select taken::int from rate_limit where key = ?', [
    `company:${company.uid}`,
  ])) as { rows: Array<{ taken: number }> };
  return rows[0]?.taken ?? 0;
}

test("A request with an active key counts against its company's limit, whatever its result", async () => {
  const company = await world.company('counted');
  const key = company.sandboxKey;
  expect((await world.call('GET', projectsOf(company), { key })).status).toBe(200);
  expect((await world.call('GET', '/v0/companies/nobody/projects', { key })).status).toBe(404);
  expect(await placesTaken(company)).toBe(2);
});

test("A request with a revoked key or a deleted person's key doesn't count against the limit", async () => {
  const company = await world.company('revoked');
  const { id: companyId, email, sandboxKey, productionKey } = company;
  await world.change(change => revokeMemberKeys(change, { companyId, email, environment: 'sandbox' }));
  expect((await world.call('GET', projectsOf(company), { key: sandboxKey })).status).toBe(401);
  await world.db('app_user').where({ email }).update({ deleted_at: new Date() });
  expect((await world.call('GET', projectsOf(company), { key: productionKey })).status).toBe(401);
  expect(await placesTaken(company)).toBe(0);
});
