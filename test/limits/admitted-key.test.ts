/**
 * A key is looked up and its company counted in one statement: what one does must not depend on the other.
 */
import { revokeMemberKey } from '../../src/usecases/tenants/keys';
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

test('a request with a key in force takes one place of its company, whatever becomes of it', async () => {
  const company = await world.company('counted');
  const key = company.sandboxKey;
  expect((await world.call('GET', projectsOf(company), { key })).status).toBe(200);
  expect((await world.call('GET', '/v0/companies/nobody/projects', { key })).status).toBe(404);
  expect(await placesTaken(company)).toBe(2);
});

test('a key that is no longer in force takes no place of its company', async () => {
  const company = await world.company('revoked');
  const { id: companyId, email, sandboxKey, productionKey } = company;
  await world.change(change => revokeMemberKey(change, { companyId, email, environment: 'sandbox' }));
  expect((await world.call('GET', projectsOf(company), { key: sandboxKey })).status).toBe(401);
  await world.db('app_user').where({ email }).update({ deleted_at: new Date() });
  expect((await world.call('GET', projectsOf(company), { key: productionKey })).status).toBe(401);
  expect(await placesTaken(company)).toBe(0);
});
