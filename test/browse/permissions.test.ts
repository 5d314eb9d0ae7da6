/**
 * An entity that a role may not see can't be returned, counted, sorted by, or searched
 * (docs/guides/browse.md).
 */
import { permissions, type Permission } from '../../src/domain/access/permissions';
import { defineRole } from '../../src/usecases/tenants/companies';
import { addMember } from '../../src/usecases/tenants/members';
import type { Answer, ApiWorld, TestCompany } from '../support/api-world';
import { startSeededWorld, type BrowseBody } from '../support/browse/seeded-world';
import { seededVisits } from '../support/seeded-visits';

let world: ApiWorld;
let company: TestCompany;
const keys = new Map<Permission, string>();

beforeAll(async () => {
  ({ world, company } = await startSeededWorld());
  for (const missing of ['ViewPatients', 'ViewProjects'] as const) {
    const email = `without-${missing}@acme.example`;
    const held = permissions.filter(permission => permission !== missing);
    await world.change(change => defineRole(change, { companyId: 'acme', name: missing, permissions: held }));
    await world.change(change =>
      addMember(change, { companyId: 'acme', email, name: missing, role: missing, seesAllProjects: true }),
    );
    keys.set(missing, await world.keyFor('acme', email, 'production'));
  }
});
afterAll(() => world.close());

const ask = (
  missing: Permission,
  body: object,
  { path = 'visits', accept = 'application/json' } = {},
): Promise<Answer> =>
  world.call('POST', `/v0/${path}/browse`, { key: keys.get(missing), body, headers: { accept } });

async function browse(missing: Permission, body: object, path?: string): Promise<BrowseBody> {
  const { status, json } = await ask(missing, body, path === undefined ? {} : { path });
  if (status !== 200) throw new Error(`HTTP ${status}: ${String(json['error'])}`);
  return json as unknown as BrowseBody;
}

const hides = [
  ['ViewPatients', 'patient'],
  ['ViewProjects', 'project'],
] as const;

test.each(hides)(
  'Without %s the block %s is left out, and everything else is returned [DECISION-55]',
  async (missing, entity) => {
    for (const select of [
      undefined,
      {},
      { visit: { ref: true } },
      { [entity]: {} },
      { [entity]: { id: false } },
    ]) {
      const { table, total } = await browse(missing, { ...(select === undefined ? {} : { select }) });
      expect(total).toBe(seededVisits.length);
      for (const row of table) {
        expect(Object.keys(row)).not.toContain(entity);
        expect(Object.keys(row)).toContain('visit');
      }
    }
    const { text } = await ask(missing, { take: 1 }, { accept: 'text/csv' });
    expect(text.split('\r\n')[0]).not.toContain(`${entity}.`);
    expect(text).toContain('visit.ref');
  },
);

test.each(hides)(
  'Without %s a request that uses %s in any part gets 403 [DECISION-55]',
  async (missing, entity) => {
    for (const body of [
      { select: { [entity]: { id: true } } },
      { where: { [entity]: { id: [{ equals: 'jane' }] } } },
      { where: { [entity]: { id: [{ startsWith: 'j' }] }, visit: { ref: [{ equals: 'v1' }] } } },
      { orderBy: [{ visit: { ref: 'asc' } }, { [entity]: { id: 'asc' } }] },
      { aggregate: { [entity]: { count: true } } },
    ]) {
      const { status } = await ask(missing, body);
      expect([body, status]).toEqual([body, 403]);
      expect(
        (await world.call('POST', '/v0/visits/browse', { key: company.productionKey, body })).status,
      ).toBe(200);
    }
    // Naming the entity without using it is allowed.
    expect(
      (await ask(missing, { where: { [entity]: {} }, aggregate: { [entity]: { count: false } } })).status,
    ).toBe(200);
  },
);

test('A search ignores hidden entities, so without ViewPatients no patient is found by name', async () => {
  for (const path of ['visits', 'procedures', 'lab-results']) {
    expect((await browse('ViewPatients', { search: 'doe' }, path)).total).toBe(0);
    expect((await browse('ViewProjects', { search: 'doe' }, path)).total).toBeGreaterThan(0);
  }
  expect((await browse('ViewPatients', { search: 'harbor' })).total).toBe(3);
});
